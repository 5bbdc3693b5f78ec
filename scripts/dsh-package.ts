/**
 * The last step of building the plugin for DeepSeek Harness: its folder becomes a package.
 *
 * Owns: what lies beside the built files. The manifest is that of `src/integrations/dsh/package/` with the version of
 * this repository.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'

const FROM = 'src/integrations/dsh/package'
const TO = 'dist-dsh'

/** Copies the package's own files, and the licence. */
export function packDshPlugin(): void {
  cpSync(FROM, TO, { recursive: true })
  cpSync('LICENSE', `${TO}/LICENSE`)
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const manifest = JSON.parse(readFileSync(`${FROM}/package.json`, 'utf8'))
  writeFileSync(`${TO}/package.json`, `${JSON.stringify({ ...manifest, version }, null, 2)}\n`)
}
