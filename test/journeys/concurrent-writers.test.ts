/** Eight processes of the built command line write into one file at once while a ninth checks its integrity. */
import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openMemory } from 'palimpsest-memory'
import { afterAll, beforeAll, expect, it } from 'vitest'

const run = promisify(execFile)
const CLI = fileURLToPath(new URL('../../bin/palimpsest.js', import.meta.url))
const WRITERS = 8
const TURNS = 200
const SPACE = 'local:session:shared-desk'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-writers-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Writers 6 and 7 share one conversation; the others have one each. */
const threadOf = (writer: number) => (writer >= 6 ? 'shared' : `desk-${writer}`)

function conversationOf(writer: number): string {
  const lines: string[] = []
  for (let turn = 1; turn <= TURNS; turn++) {
    const at = {
      thread: threadOf(writer),
      turn: `w${writer}-${turn}`,
      time: 1_750_000_000_000 + turn * 1_000,
    }
    lines.push(JSON.stringify({ ...at, role: 'user', content: `Writer ${writer} asks for item ${turn}.` }))
    lines.push(
      JSON.stringify({ ...at, role: 'assistant', content: `Item ${turn} for writer ${writer} is done.` }),
    )
  }
  return `${lines.join('\n')}\n`
}

it('stores 1,600 turns of eight writers without an error, a duplicate or a gap (P10) [L5, L58]', async () => {
  const db = join(folder, 'memory.db')
  const files = await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      const file = join(folder, `writer-${writer}.jsonl`)
      await writeFile(file, conversationOf(writer))
      return file
    }),
  )
  const checks: number[] = []
  let writing = true
  const checker = (async () => {
    while (writing) {
      const code = await exitCode(['doctor', '--db', db, '--json'])
      if (code !== 2) checks.push(code) // 2: the first writer has not made the file yet
    }
  })()
  const outputs = await Promise.all(
    files.map(file =>
      run(process.execPath, [
        CLI,
        'ingest',
        file,
        '--db',
        db,
        '--space',
        SPACE,
        '--json',
        '--block-size',
        '12',
      ]),
    ),
  )
  writing = false
  await checker

  const results = outputs.map(({ stdout }) => JSON.parse(stdout))
  expect(results.map(result => result.stored)).toEqual(Array(WRITERS).fill(TURNS))
  expect(checks.length).toBeGreaterThan(0)
  expect(checks.every(code => code === 0)).toBe(true)

  const memory = await openMemory({ path: db, space: SPACE, derive: 'manual' })
  try {
    const counts = (await memory.status()).spaces.find(one => one.space === SPACE)
    expect(counts).toMatchObject({ threads: 7, turns: WRITERS * TURNS, messages: WRITERS * TURNS * 2 })
    expect(counts?.blocks).toMatchObject({ pending: 0, failed: 0 })
    for (const thread of await memory.threads()) {
      const { blocks } = await memory.blocks(thread.name, { limit: 200 })
      let lastTurn = 0
      for (const [index, block] of blocks.entries()) {
        expect(block).toMatchObject({ sequence: index + 1, firstTurn: lastTurn + 1, status: 'ready' })
        lastTurn = block.lastTurn
      }
      expect(lastTurn).toBe(thread.turns)
    }
  } finally {
    await memory.close()
  }
}, 300_000)

function exitCode(args: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [CLI, ...args], { stdio: 'ignore', windowsHide: true })
    child.on('error', reject)
    child.on('close', code => resolve(code ?? -1))
  })
}
