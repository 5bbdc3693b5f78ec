/**
 * A build plugin: lists the packages whose code went into the bundle, with their licence texts, beside it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

interface BundleChunk {
  type: string
  moduleIds?: readonly string[]
}

interface PluginContext {
  emitFile(file: { type: 'asset'; fileName: string; source: string }): string
}

/** Emits `THIRD-PARTY-LICENSES.md`; a bundled package without a licence text fails the build. */
export function thirdPartyLicences() {
  return {
    name: 'third-party-licences',
    generateBundle(this: PluginContext, _: unknown, bundle: Record<string, BundleChunk>) {
      const folders = new Set(
        Object.values(bundle).flatMap(chunk =>
          (chunk.moduleIds ?? []).flatMap(id => packageFolder(id) ?? []),
        ),
      )
      const source = [...folders].sort().map(entry).join('\n')
      this.emitFile({
        type: 'asset',
        fileName: 'THIRD-PARTY-LICENSES.md',
        source: `# Bundled packages\n\n${source}`,
      })
    },
  }
}

/** `…/node_modules/NAME` or `…/node_modules/@SCOPE/NAME` of a module, the innermost one. */
function packageFolder(moduleId: string): string | undefined {
  const marker = `${sep}node_modules${sep}`
  const at = moduleId.lastIndexOf(marker)
  if (at < 0) return undefined
  const [first = '', second = ''] = moduleId.slice(at + marker.length).split(sep)
  const name = first.startsWith('@') ? join(first, second) : first
  return join(moduleId.slice(0, at), 'node_modules', name)
}

function entry(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find(one => /^licen[cs]e/i.test(one))
  if (!file || !existsSync(join(folder, file)))
    throw new Error(`build: ${name} has no licence text in its package; do not bundle it`)
  return `## ${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
}
