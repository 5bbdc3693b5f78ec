/** The command line itself, whatever the command: help, errors, and what reaches the terminal. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Desk } from './support/palimpsest.ts'
import { SPEECH } from './support/speech.ts'

let desk: Desk
let db: string

beforeAll(() => {
  desk = new Desk()
  db = join(desk.cwd, 'memory.db')
  desk.write('speech.jsonl', SPEECH)
  const { code, stderr } = desk.run(['ingest', 'speech.jsonl', '--db', 'memory.db', '--block-size', '1'])
  if (code !== 0) throw new Error(stderr)
})
afterAll(() => desk.clear())

describe('the command line itself', () => {
  it('has a version and helps in both languages', () => {
    const [version, help, chinese, nothing] = desk.runEach([
      ['--version'],
      ['--help'],
      ['--help', '--lang', 'zh'],
      [],
    ])
    expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect(help).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('find messages, blocks and events by words'),
    })
    expect(chinese.stdout).toContain('按词语搜索消息、块和事件')
    expect(desk.run(['help', 'search'], { env: { LC_ALL: 'zh_CN.UTF-8' } }).stdout).toContain('用法：')
    expect(nothing).toMatchObject({ code: 2, stdout: expect.stringContaining('Usage:') })
  })

  it('answers with one document to every --json, where no command is named too', () => {
    const told = desk.jsonEach([['--version'], ['--help'], ['help', 'jobs'], []])
    expect(told).toEqual([
      { code: 0, json: { version: expect.stringMatching(/^\d+\.\d+\.\d+$/) } },
      { code: 0, json: { help: expect.stringMatching(/^Usage: palimpsest \[options\]/) } },
      { code: 0, json: { help: expect.stringMatching(/^Usage: palimpsest jobs /) } },
      {
        code: 2,
        json: {
          error: { code: 'usage', message: 'no command is named; name one, or give --help to see them' },
        },
      },
    ])
  })

  it('ends with 2 and one line for what it does not know', () => {
    const told = desk.runEach([
      ['serch'],
      ['search', 'x', '--limit', '0', '--db', db],
      ['search', 'x', '--limit', '0', '--lang', 'zh', '--db', db],
      ['search', 'x', '--nope', '--db', db],
      ['show', '--db', db],
      ['status', 'extra', '--db', db],
      ['search', 'x', '--space', 'my project', '--db', db],
    ])
    expect(told.map(({ code, stdout }) => [code, stdout])).toEqual(told.map(() => [2, '']))
    expect(told[0].stderr).toBe(
      "The command line is wrong: unknown command 'serch'\n(Did you mean search?)\n",
    )
    expect(told[1].stderr).toContain('Give a whole number from 1 to 200.')
    expect(told[2].stderr).toMatch(/^命令行有误：/)
    expect(desk.json(['search', 'x', '--in', 'nodes', '--db', db])).toMatchObject({
      code: 2,
      json: { error: { code: 'usage' } },
    })
  })

  it('prints no colours into a pipe', () => {
    const env = { CI: 'true', FORCE_COLOR: '1', COLORTERM: 'truecolor' }
    const commands = [['blocks'], ['search', 'cluster'], ['status'], ['--help'], ['show', 'm_zz']]
    const told = desk.runEach(
      commands.map(args => [...args, '--db', db]),
      { env },
    )
    for (const { stdout, stderr } of told) {
      expect(stdout + stderr).not.toBe('')
      expect(stdout + stderr).not.toContain('\x1b')
    }
  })

  it('shows stored control characters as pictures', () => {
    desk.write('evil.jsonl', [
      { thread: 'evil\x1b[2J', role: 'user', content: 'red \x1b[31malert\x07', speaker: '\x9b1mEve' },
    ])
    const store = ['--db', 'evil.db']
    const commands = [['search', 'alert'], ['blocks'], ['events']]
    const [, ...shown] = desk.runEach([
      ['ingest', 'evil.jsonl', ...store],
      ...commands.flatMap(args => [
        [...args, ...store],
        [...args, ...store, '--json'],
      ]),
    ])
    expect(shown).toHaveLength(6)
    for (const { stdout } of shown) expect(stdout).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/)
    expect(desk.json(['search', 'red', '--in', 'message', '--db', 'evil.db']).json).toMatchObject({
      hits: [{ text: 'red \x1b[31malert\x07' }],
    })
  })

  it('ends quietly when the reader has read enough', async () => {
    expect(await desk.head(['blocks', '--db', db])).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  it.skipIf(!existsSync('/dev/full'))('fails with one line when its output is lost on a full disk', () => {
    for (const args of [['status', '--db', db], ['--version']]) {
      expect(desk.into('/dev/full', args)).toEqual({
        code: 1,
        stdout: '',
        stderr: 'palimpsest: output is lost (ENOSPC: no space left on device, write)\n',
      })
    }
  })

  it('is no different beside lock and PID files of others', () => {
    writeFileSync(`${db}.lock`, '999999')
    writeFileSync(join(desk.cwd, 'palimpsest.pid'), String(process.pid))
    expect(desk.run(['status', '--db', db]).code).toBe(0)
  })
})
