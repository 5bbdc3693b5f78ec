/** Says once, before any test runs, when those in the real host will be skipped. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/** What runs the harness. */
export const DSH: string = resolve(import.meta.dirname, '../host/node_modules/@deepseek-ai/dsh/lib/bin.js')

export default function announce(): void {
  if (existsSync(DSH)) return
  process.stdout.write('test/dsh: skipped, DeepSeek Harness is not installed; npm run test:dsh installs it\n')
}
