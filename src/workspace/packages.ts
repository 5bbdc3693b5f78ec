/**
 * Which version of a package a workspace has.
 *
 * Owns: reading it from what is installed, locked or declared: npm, then Python, Rust and Go. Leaves comparing to
 * `check-claims.ts`. A declaration that allows several versions tells none.
 */
import type { Folder } from './folder.ts'

/** The version of a package, of the first place that tells one; undefined when none does. */
export async function packageVersion(folder: Folder, name: string): Promise<string | undefined> {
  for (const look of [installed, locked, declared, python, rust, go]) {
    const version = await look(folder, name)
    if (version !== undefined) return version
  }
  return undefined
}

async function textOf(folder: Folder, path: string): Promise<string> {
  const read = await folder.read(path)
  return 'text' in read ? read.text : ''
}

async function jsonOf(folder: Folder, path: string): Promise<unknown> {
  const text = await textOf(folder, path)
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    // A file that is being written, or is none of ours: it tells nothing.
    return undefined
  }
}

/** A value inside of objects; undefined where the way ends. */
function inside(value: unknown, ...way: readonly string[]): unknown {
  return way.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, key)
        ? (at as Record<string, unknown>)[key]
        : undefined,
    value,
  )
}

const exact = (version: unknown): string | undefined =>
  typeof version === 'string'
    ? /^[=v^~]{0,2}\s?(\d+(?:\.\d+){1,2}(?:[-+.][\w.+-]{1,60})?)$/.exec(version.trim())?.[1]
    : undefined

async function installed(folder: Folder, name: string): Promise<string | undefined> {
  return exact(inside(await jsonOf(folder, `node_modules/${name}/package.json`), 'version'))
}

async function locked(folder: Folder, name: string): Promise<string | undefined> {
  const lock = await jsonOf(folder, 'package-lock.json')
  return exact(
    inside(lock, 'packages', `node_modules/${name}`, 'version') ??
      inside(lock, 'dependencies', name, 'version'),
  )
}

const FIELDS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']

async function declared(folder: Folder, name: string): Promise<string | undefined> {
  const manifest = await jsonOf(folder, 'package.json')
  if (inside(manifest, 'name') === name) return exact(inside(manifest, 'version'))
  return FIELDS.map(field => exact(inside(manifest, field, name))).find(version => version !== undefined)
}

const VERSION = '(\\d+(?:\\.\\d+){1,3}[\\w.+-]{0,60})'
const escaped = (name: string) => name.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')

async function python(folder: Folder, name: string): Promise<string | undefined> {
  const loose = escaped(name).replace(/\\-|_/g, '[-_.]')
  const pinned = new RegExp(`^\\s*["']?${loose}(?:\\[[^\\]]*\\])?\\s*(?:={2,3}|~=)\\s*${VERSION}`, 'im')
  const poetry = new RegExp(
    `^\\s*["']?${loose}["']?\\s*=\\s*(?:\\{.*?version\\s*=\\s*)?["'][\\^~=]{0,2}${VERSION}["']`,
    'im',
  )
  const project = await textOf(folder, 'pyproject.toml')
  return (
    pinned.exec(await textOf(folder, 'requirements.txt'))?.[1] ??
    // Several requirements may stand on one line.
    pinned.exec(project.replaceAll(/["'],/g, '$&\n').replaceAll('[', '[\n'))?.[1] ??
    poetry.exec(project)?.[1]
  )
}

async function rust(folder: Folder, name: string): Promise<string | undefined> {
  const line = new RegExp(`^${escaped(name)}\\s*=\\s*(?:\\{.*?version\\s*=\\s*)?"[=^~]?\\s?${VERSION}"`, 'm')
  return line.exec(await textOf(folder, 'Cargo.toml'))?.[1]
}

async function go(folder: Folder, name: string): Promise<string | undefined> {
  const line = new RegExp(
    `^\\s*(?:require\\s+)?(?:[\\w./-]+/)?${escaped(name)}(?:/v\\d+)?\\s+v${VERSION}`,
    'm',
  )
  return line.exec(await textOf(folder, 'go.mod'))?.[1]
}
