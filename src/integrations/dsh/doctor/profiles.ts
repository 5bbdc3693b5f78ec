/**
 * In which of the harness's profiles the plugin is installed.
 *
 * Relies on these host facts: a profile is a folder with a `package.json` whose `dependencies` pnpm has installed and
 * whose `dsh.profile.bundles` names the packages that are loaded; a dependency that is not among them does nothing.
 */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PLUGIN } from '../host.ts'

export interface ProfileState {
  profile: string
  isDependency: boolean
  /** Whether the profile loads it. */
  isLayer: boolean
  /** What is installed; null where the package's files are not there. */
  version: string | null
  /** When the profile last changed, epoch milliseconds. */
  changedAt: number
}

/** Every profile, by name. */
export async function readProfiles(folder: string): Promise<ProfileState[]> {
  const names = await readdir(folder).catch(() => [])
  const states = await Promise.all(names.sort().map(name => readProfile(folder, name)))
  return states.filter(state => state !== undefined)
}

/** Whether the plugin is loaded with this profile. */
export const isActive = ({ isDependency, isLayer, version }: ProfileState): boolean =>
  isDependency && isLayer && version !== null

interface Manifest {
  version?: unknown
  dependencies?: Record<string, unknown>
  dsh?: { profile?: { bundles?: readonly unknown[] } }
}

/** Undefined for a folder that is none, such as the packages that all profiles share. */
async function readProfile(folder: string, profile: string): Promise<ProfileState | undefined> {
  const file = join(folder, profile, 'package.json')
  const manifest = await readManifest(file)
  if (manifest === undefined) return undefined
  const plugin = await readManifest(join(folder, profile, 'node_modules', PLUGIN, 'package.json'))
  const { bundles } = manifest.dsh?.profile ?? {}
  return {
    profile,
    isDependency: Object.hasOwn(manifest.dependencies ?? {}, PLUGIN),
    isLayer: Array.isArray(bundles) && bundles.includes(PLUGIN),
    version: typeof plugin?.version === 'string' ? plugin.version : null,
    changedAt: (await stat(file)).mtimeMs,
  }
}

async function readManifest(file: string): Promise<Manifest | undefined> {
  try {
    const read: unknown = JSON.parse(await readFile(file, 'utf8'))
    return typeof read === 'object' && read !== null ? read : undefined
  } catch {
    // Not there or no manifest: no profile, or a package without its files.
    return undefined
  }
}
