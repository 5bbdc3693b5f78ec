/** Runs a script of this folder as a process of its own and kills it when it has said something. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** @returns the first line the script printed before it was killed with SIGKILL. */
export function runUntilItSpeaks(script: string, ...args: string[]): Promise<string> {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const child = spawn(process.execPath, ['--no-warnings', path, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    windowsHide: true,
  })
  let line = ''
  child.stdout.once('data', chunk => {
    line = String(chunk).split('\n')[0] as string
    child.kill('SIGKILL')
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (signal === 'SIGKILL') resolve(line)
      else reject(new Error(`${script} ended by itself with code ${code}`))
    })
  })
}
