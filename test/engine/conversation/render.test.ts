import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ROLES, type View } from '../../../src/domain/conversation.ts'
import { OMITTED } from '../../../src/engine/conversation/condense.ts'
import {
  fixedViews,
  guarded,
  RULES,
  renderCondensed,
  renderNearVerbatim,
  renderSource,
  type SourceMessage,
} from '../../../src/engine/conversation/render.ts'
import { viewText } from '../../../src/engine/conversation/show.ts'
import { codePoints } from '../../../src/text/cut.ts'
import { countTokens } from '../../../src/text/tokens.ts'

const LONG = 'We deliver on Tuesdays and Fridays only, and never when it rains hard; Mira calls ahead.'

const messages: SourceMessage[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: '  Thanks. When do we deliver?\n' },
  { role: 'assistant', content: '', name: 'read_file', arguments: '{"path":"rules.txt"}' },
  { role: 'tool', content: '', name: 'read_file', arguments: '{"path":"rules.txt"}', result: `${LONG}\n\n` },
  { role: 'tool', content: '{"name":"weather","input":{"day":2},"result":"rain,\\n heavy"}' },
  { role: 'tool', content: ' plain output \n' },
  { role: 'assistant', content: LONG },
  { role: 'user', content: 'Thank you!' },
]

describe('L5', () => {
  it('shows every message under its role, tool records with arguments and result, as received [L24]', () => {
    expect(renderSource(messages)).toBe(
      [
        'system: Be brief.',
        'user:   Thanks. When do we deliver?\n',
        'assistant read_file {"path":"rules.txt"}',
        `tool read_file {"path":"rules.txt"} → ${LONG}\n\n`,
        'tool: {"name":"weather","input":{"day":2},"result":"rain,\\n heavy"}',
        'tool:  plain output \n',
        `assistant: ${LONG}`,
        'user: Thank you!',
      ].join('\n\n'),
    )
  })

  it('leaves out what a record does not have, and shows content beside a result once', () => {
    const records: SourceMessage[] = [
      { role: 'tool', content: 'ok', name: 'run' },
      { role: 'tool', content: '', name: 'run' },
      { role: 'tool', content: '', result: 'ok' },
      { role: 'tool', content: 'ok', name: 'run', result: 'ok' },
      { role: 'tool', content: 'see above', name: 'run', result: 'ok' },
      { role: 'assistant', content: 'Let me look.', name: 'run', arguments: '{}' },
      { role: 'user', content: '' },
    ]
    expect(records.map(record => renderSource([record]))).toEqual([
      'tool run: ok',
      'tool run',
      'tool → ok',
      'tool run → ok',
      'tool run → ok\nsee above',
      'assistant run {}: Let me look.',
      'user:',
    ])
  })

  it('keeps lone surrogates', () => {
    expect(renderSource([{ role: 'user', content: 'half \ud83d' }])).toBe('user: half \ud83d')
  })
})

describe('L4', () => {
  it('drops system messages and empty ones, trims outer white space, and sums tool records up [L25, L26, L28, L29]', () => {
    expect(renderNearVerbatim(messages)).toBe(
      [
        'user: Thanks. When do we deliver?',
        `tool read_file → ${LONG}`,
        'tool weather → rain, heavy',
        'tool: plain output',
        `assistant: ${LONG}`,
        'user: Thank you!',
      ].join('\n\n'),
    )
  })

  it('keeps what the assistant said beside a call, without the call', () => {
    const call: SourceMessage = { role: 'assistant', content: 'Let me look.', name: 'run', arguments: '{}' }
    expect(renderNearVerbatim([call])).toBe('assistant: Let me look.')
  })

  it('keeps a tool record that is not recognised as it is [L30]', () => {
    expect(renderNearVerbatim([{ role: 'tool', content: '', name: 'run', arguments: '{"n":1}' }])).toBe(
      'tool run {"n":1}',
    )
    expect(renderNearVerbatim([{ role: 'tool', content: ' ok ', name: 'run' }])).toBe('tool run: ok')
  })

  it('shows an empty result as an empty one', () => {
    expect(
      renderNearVerbatim([{ role: 'tool', content: '', name: 'run', arguments: '{}', result: ' ' }]),
    ).toBe('tool run →')
  })
})

describe('L3', () => {
  it('drops fillers, the messages that held nothing else, and later copies [L31, L32]', () => {
    expect(renderCondensed(messages)).toBe(
      [
        'user: When do we deliver?',
        `tool read_file → ${LONG}`,
        'tool weather → rain, heavy',
        'tool: plain output',
        'assistant: […]',
      ].join('\n\n'),
    )
  })

  it('repeats in a block what another block said [L34]', () => {
    const said: SourceMessage[] = [{ role: 'user', content: LONG }]
    expect([renderCondensed(said), renderCondensed(said)]).toEqual([`user: ${LONG}`, `user: ${LONG}`])
    expect(renderCondensed([...said, ...said])).toBe(`user: ${LONG}\n\nuser: ${OMITTED}`)
  })

  it('keeps what a tool said, even if a person would mean nothing by it', () => {
    const tools: SourceMessage[] = [
      { role: 'tool', content: 'ok' },
      { role: 'tool', content: '', name: 'run', result: 'ok' },
      { role: 'tool', content: '', name: 'run', result: '{"passed":41}' },
      { role: 'tool', content: '', name: 'run', result: '{"passed":41}' },
    ]
    expect(renderCondensed(tools)).toBe(renderNearVerbatim(tools))
  })
})

describe('an erased message', () => {
  it('is a marker under its role at every level, and its tool fields are not shown', () => {
    const erased: SourceMessage[] = [
      { role: 'user', content: null },
      { role: 'tool', content: null, name: 'run', arguments: '{"secret":1}', result: 'secret' },
    ]
    const shown = 'user: [erased]\n\ntool: [erased]'
    expect([renderSource(erased), renderNearVerbatim(erased), renderCondensed(erased)]).toEqual([
      shown,
      shown,
      shown,
    ])
  })
})

describe('the length guard', () => {
  const deeper = { level: 5, text: 'four', tokens: 1 } as const

  it('lets a view stand that is no longer than the deeper one', () => {
    expect(guarded(4, 'six', deeper)).toEqual({ level: 4, text: 'six', tokens: countTokens('six') })
    expect(guarded(4, 'f𠮷ur', deeper).level).toBe(4)
  })

  it('repeats the deeper view where the text would outgrow it, or says the same [L39, L43]', () => {
    expect(guarded(4, 'seven', deeper)).toBe(deeper)
    expect(guarded(4, 'four', deeper)).toBe(deeper)
  })
})

describe('the fixed views of a block', () => {
  it('are L3 and L4 with their own text, tokens and version, beside the source [L22]', () => {
    const { views, source } = fixedViews(messages)
    const view = (level: 3 | 4, text: string): View => ({
      level,
      text,
      sameAs: null,
      tokens: countTokens(text),
      madeBy: RULES,
    })
    expect(views).toEqual([view(3, renderCondensed(messages)), view(4, renderNearVerbatim(messages))])
    expect(source).toEqual({ text: renderSource(messages), tokens: countTokens(renderSource(messages)) })
  })

  it('refer straight to the source when nothing can be shortened [L43]', () => {
    const dense: SourceMessage[] = [{ role: 'user', content: LONG }]
    const { views, source } = fixedViews(dense)
    expect(views).toEqual([
      { level: 3, text: null, sameAs: 5, tokens: source.tokens, madeBy: RULES },
      { level: 4, text: null, sameAs: 5, tokens: source.tokens, madeBy: RULES },
    ])
    expect(viewText(3, views, source.text)).toBe(source.text)
  })

  it('let L3 refer to L4 when only L4 is shorter [L43]', () => {
    const { views } = fixedViews([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: LONG },
    ])
    expect(views.map(({ level, text, sameAs }) => ({ level, text, sameAs }))).toEqual([
      { level: 3, text: null, sameAs: 4 },
      { level: 4, text: `user: ${LONG}`, sameAs: null },
    ])
  })

  it('may be empty, where the source holds nothing for them [L40]', () => {
    const { views } = fixedViews([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'ok' },
    ])
    expect(views.map(({ level, text, sameAs }) => ({ level, text, sameAs }))).toEqual([
      { level: 3, text: '', sameAs: null },
      { level: 4, text: 'user: ok', sameAs: null },
    ])
    expect(fixedViews([]).source).toEqual({ text: '', tokens: 0 })
  })

  it('cope with a tool that printed ten megabytes [L40]', () => {
    const huge = 'ok 1 - sends the order once\n'.repeat(370_000)
    const { views } = fixedViews([{ role: 'tool', content: '', name: 'run', result: huge }])
    expect(codePoints(viewText(4, views, ''))).toBeLessThanOrEqual(160 + 'tool run → '.length)
  })
})

/** Text made of what the rules look at: fillers, fences, blank lines, long paragraphs, halves of characters. */
const piece = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.string().map(text => `${text}\ud83d`),
  fc.constantFrom(
    'ok',
    'Thanks. ',
    '好的。',
    '了解です。',
    '감사합니다.',
    'x;',
    '}',
    '```',
    '~~~',
    '\n',
    '\n\n',
    '\r\n',
    '    ',
  ),
  fc.constantFrom('\ud83d', '\udd25', '👩‍👩‍👧‍👦', '🇩🇪', '𠮷', '\u0000', '\u2028', '[…]', '- ', '• ', ' '),
  fc.constantFrom(LONG, LONG.toUpperCase(), '𠮷'.repeat(81), 'x'.repeat(5_000), '```\nlet a;\n\nok\n```'),
)
const text = fc.array(piece, { maxLength: 8 }).map(pieces => pieces.join(''))
const jsonRecord = fc
  .record(
    { name: fc.string(), input: fc.jsonValue(), result: fc.oneof(text, fc.jsonValue()) },
    { requiredKeys: [] },
  )
  .map(value => JSON.stringify(value))
const message: fc.Arbitrary<SourceMessage> = fc.record(
  {
    role: fc.constantFrom(...ROLES),
    content: fc.oneof(text, jsonRecord, fc.constantFrom('', null)),
    name: fc.oneof(fc.constantFrom('run', 'read file'), text),
    arguments: fc.oneof(text, fc.json()),
    result: fc.oneof(text, fc.json(), fc.constant('')),
  },
  { requiredKeys: ['role', 'content'] },
)
const block = fc.array(message, { maxLength: 8 })

describe('for any block', () => {
  it('|L3| ≤ |L4| ≤ |L5| in code points, without help of the guard [L39, L40]', () => {
    fc.assert(
      fc.property(block, given => {
        const [l3, l4, l5] = [renderCondensed(given), renderNearVerbatim(given), renderSource(given)].map(
          codePoints,
        )
        expect(l3).toBeLessThanOrEqual(l4 ?? 0)
        expect(l4).toBeLessThanOrEqual(l5 ?? 0)
      }),
      { numRuns: 500 },
    )
  })

  it('views resolve to what the rules say, tokens included, and references are deeper and lead to text [L43]', () => {
    fc.assert(
      fc.property(block, given => {
        const { views, source } = fixedViews(given)
        const shown = views.map(({ level }) => viewText(level, views, source.text))
        const [l3 = '', l4 = ''] = shown
        expect(codePoints(l3)).toBeLessThanOrEqual(codePoints(l4))
        expect(codePoints(l4)).toBeLessThanOrEqual(codePoints(source.text))
        expect(views.map(view => view.tokens)).toEqual(shown.map(countTokens))
        for (const view of views) {
          const target = views.find(other => other.level === view.sameAs)
          expect(view.sameAs === null || view.sameAs > view.level).toBe(true)
          expect((view.text === null) === (view.sameAs !== null)).toBe(true)
          expect(target?.sameAs ?? null).toBe(null)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('the same messages give the same views [L23, L56]', () => {
    fc.assert(
      fc.property(block, given => {
        expect(fixedViews(structuredClone(given))).toEqual(fixedViews(given))
      }),
    )
  })

  it('L3 says nothing that L4 does not say, in the same order [L36]', () => {
    fc.assert(
      fc.property(block, given => {
        const said = renderCondensed(given).replaceAll(OMITTED, '')
        expect(isSubsequence(said, renderNearVerbatim(given))).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('summaries and markers never tear a character of a well-formed source', () => {
    // An escape such as \ud83d in JSON is a half that the source itself holds.
    const whole = (value: string | null | undefined) => value?.toWellFormed().replaceAll('\\u', 'u')
    const wellFormed = block.map(given =>
      given.map(each => ({
        ...each,
        content: whole(each.content) ?? null,
        name: whole(each.name),
        arguments: whole(each.arguments),
        result: whole(each.result),
      })),
    )
    fc.assert(
      fc.property(wellFormed, given => {
        expect(renderNearVerbatim(given).isWellFormed()).toBe(true)
        expect(renderCondensed(given).isWellFormed()).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})

function isSubsequence(part: string, whole: string): boolean {
  let found = 0
  for (let at = 0; at < whole.length && found < part.length; at++) {
    if (whole[at] === part[found]) found++
  }
  return found === part.length
}
