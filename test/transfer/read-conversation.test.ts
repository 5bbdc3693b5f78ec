import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PalimpsestError } from '../../src/domain/errors.ts'
import { FORMAT_NAMES, type FormatName, readConversation } from '../../src/transfer/read-conversation.ts'
import { file, fixture, itemsOf, lines, outlineOf, problemsOf, turnsOf } from './reading.ts'

const ASK = { thread: 'tea', role: 'user', content: 'Green or black?' }
const ANSWER = { thread: 'tea', role: 'assistant', content: 'Green.' }

function refusal(path: string, format?: string): string {
  try {
    readConversation(path, { format: format as FormatName })
  } catch (error) {
    if (error instanceof PalimpsestError && error.code === 'bad-input') return error.message
    throw error
  }
  return 'not refused'
}

describe('the format of a file', () => {
  it.each([
    ['trip.jsonl', 'jsonl'],
    ['chat.json', 'plain-json'],
    ['session.jsonl', 'claude-code'],
    ['two-friends.json', 'locomo'],
  ])('of %s is told from its first keys: %s', (name, format) => {
    expect(readConversation(fixture(name)).format).toBe(format)
  })

  it('is told from later lines when the first one is broken', () => {
    const path = file('broken-first.jsonl', lines('{"thread": "tea", "ro', ASK, ANSWER))
    expect(readConversation(path).format).toBe('jsonl')
  })

  it('is told from a line of ours that is longer than what is looked at', () => {
    const content = 'x'.repeat(2 ** 21)
    const path = file('long-first.jsonl', lines({ thread: 'tea', content, role: 'user' }))
    expect(readConversation(path).format).toBe('jsonl')
  })

  it('takes a document written on many lines for a document', () => {
    const path = file('pretty.json', `{"messages": [\n${JSON.stringify(ASK)}\n]}`)
    expect(readConversation(path).format).toBe('plain-json')
  })

  it('is taken as named, whatever the keys say', async () => {
    const path = file('unsniffable.jsonl', lines({ thread: 'tea' }))
    expect(refusal(path)).toContain('is in no format known here')
    expect((await problemsOf(path, { format: 'jsonl' }))[0]?.field).toBe('role')
  })

  it('is refused with the keys seen and the formats known', () => {
    const path = file('export.json', '[{"title": "Tea", "mapping": {"role": 1}}]')
    expect(refusal(path)).toBe(
      'transfer: "export.json" is in no format known here (keys seen: title, mapping); ' +
        'write it as one of claude-code, jsonl, locomo, plain-json, or name its format',
    )
  })

  it('is refused when the name is none', () => {
    expect(refusal(fixture('trip.jsonl'), 'xml')).toBe(
      'transfer: format "xml" is not known; name one of claude-code, jsonl, locomo, plain-json',
    )
    expect(FORMAT_NAMES).toEqual(['claude-code', 'jsonl', 'locomo', 'plain-json'])
  })
})

describe('a path that holds no conversation', () => {
  it('is refused when there is nothing there', () => {
    expect(refusal(fixture('nowhere.jsonl'))).toMatch(/nowhere\.jsonl" does not exist; check the path$/)
  })

  it('is refused when it is a folder', () => {
    const folder = join(dirname(file('beside', 'x')), 'folder')
    mkdirSync(folder)
    expect(refusal(folder)).toMatch(/folder" is a folder; name the files in it$/)
  })

  it.skipIf(process.platform === 'win32')(
    'is refused when it is a pipe or a device, without waiting for a writer',
    () => {
      const pipe = join(dirname(file('beside', 'x')), 'pipe')
      execFileSync('mkfifo', [pipe])
      const refused = /is no regular file; write its content to a file first$/
      expect(refusal(pipe)).toMatch(refused)
      expect(refusal('/dev/null')).toMatch(refused)
    },
  )

  it.each([
    ['empty', ''],
    ['a byte order mark', '\uFEFF'],
    ['blank lines', '\r\n \n\n'],
  ])('is refused when it is empty: %s', (_, content) => {
    expect(refusal(file('empty.jsonl', content))).toMatch(/is empty; name a file that holds a conversation$/)
  })

  it('is refused when it is binary', () => {
    const bytes = Buffer.from(Array.from({ length: 4096 }, (_, place) => (place * 167 + 13) % 256))
    expect(refusal(file('photo.jsonl', bytes))).toContain('is in no format known here')
  })

  it('is a problem when it has the form but not one message', async () => {
    const summary = file('only-summary.jsonl', lines({ type: 'summary', summary: 'Tea', leafUuid: 'e1' }))
    const none = 'there is no message of a conversation in the file; check that it is the right one'
    expect(await outlineOf(summary)).toEqual([`problem: claude-code: ${none}`])
    expect(await outlineOf(file('none.json', '{"messages": []}'))).toEqual([`problem: plain-json: ${none}`])
  })
})

describe('bytes and lines', () => {
  it('reads CRLF, a byte order mark and a last line without end as plain lines', async () => {
    const plain = await turnsOf(file('plain.jsonl', lines(ASK, ANSWER)))
    const marked = `\uFEFF${JSON.stringify(ASK)}\r\n\r\n${JSON.stringify(ANSWER)}`
    expect(await turnsOf(file('marked.jsonl', marked))).toEqual(plain)
    expect(plain).toEqual([
      {
        thread: 'tea',
        turn: '1',
        messages: [
          { role: 'user', content: 'Green or black?' },
          { role: 'assistant', content: 'Green.' },
        ],
      },
    ])
  })

  it('keeps a lone surrogate that is written as an escape', async () => {
    const path = file('surrogate.jsonl', '{"thread":"tea","role":"user","content":"cut \\ud83d here"}\n')
    expect((await turnsOf(path))[0]?.messages[0]?.content).toBe('cut \ud83d here')
  })

  it('reads a line of 5 MB whole', async () => {
    const content = 'leaf '.repeat(2 ** 20)
    const path = file('long.jsonl', lines({ ...ASK, content }, ANSWER))
    const [turn] = await turnsOf(path)
    expect(turn?.messages.map(message => message.content.length)).toEqual([content.length, 6])
  })

  it('leaves out the turn with a line longer than 64 MiB, and no other', async () => {
    const long = { ...ANSWER, content: 'x'.repeat(2 ** 26) }
    const path = file('too-long.jsonl', lines(ASK, long, ASK, ANSWER, ASK, ANSWER))
    expect(await outlineOf(path)).toEqual([
      'problem: jsonl: line 2: is longer than 64 MiB; write a shorter message; ' +
        'turn "1" of thread "tea" is not stored',
      'tea/2: Green or black? | Green.',
      'tea/3: Green or black? | Green.',
      'end: tea',
    ])
  })

  it('names a line that is not UTF-8', async () => {
    const latin1 = Buffer.from('{"thread":"tea","role":"user","content":"th\xe9"}\n', 'latin1')
    const path = file('latin1.jsonl', Buffer.concat([latin1, Buffer.from(lines(ANSWER, ASK, ANSWER))]))
    expect(await outlineOf(path)).toEqual([
      'problem: jsonl: line 1: is not UTF-8 text; save the file as UTF-8; turn "1" of thread "tea" is not stored',
      'tea/2: Green or black? | Green.',
      'end: tea',
    ])
  })

  it('counts the bytes of the lines it has given', async () => {
    const turn = lines(ASK, ANSWER)
    const path = file('progress.jsonl', turn.repeat(3))
    const third = turn.length
    const next = lines(ASK).length
    expect((await itemsOf(path)).map(item => [item.kind, item.bytesRead])).toEqual([
      ['turn', third + next],
      ['turn', 2 * third + next],
      ['turn', 3 * third],
      ['thread-end', 3 * third],
    ])
    expect(readConversation(path).bytes).toBe(3 * third)
  })

  it('gives the same items each time it is read', async () => {
    const reader = readConversation(fixture('trip.jsonl'))
    for await (const item of reader) {
      expect(item.kind).toBe('turn')
      break
    }
    const again = []
    for await (const item of reader) again.push(item)
    expect(again).toEqual(await itemsOf(fixture('trip.jsonl')))
  })

  it('shows where a document stops being JSON, with its line', async () => {
    const path = file(
      'cut.json',
      '{"messages": [\n{"role": "user", "content": "Green or black?"},\n{"role": "as',
    )
    expect(await problemsOf(path)).toEqual([
      {
        kind: 'problem',
        line: 3,
        value: expect.stringContaining('{\\"role\\": \\"as'),
        message: expect.stringMatching(
          /^plain-json: line 3: ".*" is where this stops being JSON; write a whole JSON value$/,
        ),
        bytesRead: readConversation(path).bytes,
      },
    ])
  })

  it('takes __proto__ and deep nesting in fields it does not know as nothing', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const path = file(
      'hostile.jsonl',
      lines(
        '{"__proto__":{"role":"system"},"thread":"__proto__","role":"user","content":"Green or black?"}',
        `{"thread":"__proto__","role":"assistant","content":"Green.","extra":${deep}}`,
      ),
    )
    expect(await outlineOf(path)).toEqual(['__proto__/1: Green or black? | Green.', 'end: __proto__'])
    expect(Object.hasOwn(Object.prototype, 'role')).toBe(false)
  })
})

describe('a file that goes on', () => {
  it('leaves the last turn of each thread for a later reading, and ends no thread', async () => {
    expect(await outlineOf(fixture('trip.jsonl'), { ended: false })).toEqual([
      'lisbon/1: Find a hotel in Lisbon for May. | find_hotels → ["Hotel Tejo","Casa Azul"] | Hotel Tejo is free.',
    ])
  })

  it('gives a last turn that was interrupted', async () => {
    const entry = (uuid: string, text: string): object => ({
      type: 'user',
      uuid,
      sessionId: 's1',
      message: { role: 'user', content: text },
    })
    const path = file(
      'stopped.jsonl',
      lines(entry('e1', 'Brew it.'), entry('e2', '[Request interrupted by user]')),
    )
    expect(await turnsOf(path, { ended: false })).toEqual([
      {
        thread: 's1',
        turn: 'e1',
        interrupted: true,
        messages: [{ role: 'user', content: 'Brew it.', externalId: 'e1' }],
      },
    ])
  })
})
