/** What the processes of the concurrency tests and their observer agree on. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { toSpaceId } from '../../src/domain/space.ts'

export const HOME_KEY = toSpaceId('local:project:/home/mira/kitchen')

export function threadOf(writer: string): string {
  return `thread of ${writer}`
}

export interface WriterEnd {
  /** What it acknowledged, one line each. */
  lines: string[]
  errors: string
  signal: NodeJS.Signals | null
  code: number | null
}

/** Starts one writer and waits for its end. `last`: `claim` a job and be killed, or just `die`. */
export function runWriter(path: string, writer: string, count: number, last = ''): Promise<WriterEnd> {
  const file = fileURLToPath(new URL('./writer.ts', import.meta.url))
  const child = spawn(process.execPath, [file, path, writer, `${count}`, last], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stdout.on('data', chunk => {
    output += chunk
  })
  child.stderr.on('data', chunk => {
    errors += chunk
  })
  return new Promise(resolve => {
    child.on('close', (code, signal) =>
      resolve({ lines: output.split('\n').filter(Boolean), errors, signal, code }),
    )
  })
}
