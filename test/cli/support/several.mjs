/**
 * Command lines of the built program, one after another in one process: what each prints and ends with is what it does
 * in a process of its own, and starting is paid once. Asked on standard input, answered on standard output, in JSON.
 * Plain JavaScript, which starts at once.
 */
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const { bin, main, lines } = JSON.parse(readFileSync(0, 'utf8'))
const program = await import(pathToFileURL(main).href)
const answer = process.stdout.write.bind(process.stdout)

const ended = []
for (const { args, cwd, env } of lines) {
  const said = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr']) {
    process[stream].write = text => {
      said[stream] += text
      return true
    }
  }
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  Object.assign(process.env, env)
  process.chdir(cwd)
  await program.main([process.execPath, bin, ...args])
  ended.push({ code: Number(process.exitCode ?? 0), ...said })
  process.exitCode = 0
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error')
}
answer(JSON.stringify(ended))
