import { describe, expect, it } from 'vitest'
import { condense, OMITTED } from '../../../src/engine/conversation/condense.ts'

const LONG = 'We deliver on Tuesdays and Fridays only, and never when it rains hard; Mira calls ahead.'
const CODE = '```js\nlet price = 3;\n\nok\n```'

/** What one block says at L3, text by text, all of them spoken. */
function spoken(...texts: string[]): string[] {
  const seen = new Set<string>()
  return texts.map(text => condense(text, seen, { speech: true }))
}

describe('sentences at L3', () => {
  it('leave when the whole of them is a filler, and take their white space along [L31]', () => {
    expect(spoken('Thanks. We ship on Friday. OK! Mira knows.')).toEqual(['We ship on Friday. Mira knows.'])
    expect(spoken('好的。周五发货。谢谢！')).toEqual(['周五发货。'])
  })

  it('stay exactly as they were written otherwise', () => {
    const text = '  Two  spaces,\ttabs;\r\n\r\n\r\n  a last line.'
    expect(spoken(text)).toEqual([text])
  })

  it('stay when short and repeated [L35]', () => {
    expect(spoken('We ship on Friday. We ship on Friday.', 'We ship on Friday.')).toEqual([
      'We ship on Friday. We ship on Friday.',
      'We ship on Friday.',
    ])
  })

  it('keep their list markers and line ends when a neighbour leaves', () => {
    expect(spoken('- ok\n- buy flour\n- thanks\n- call Mira')).toEqual(['- buy flour\n- call Mira'])
    expect(spoken('- buy flour\n- ok. Call Mira')).toEqual(['- buy flour\n- Call Mira'])
    expect(spoken('Buy flour.\nok. Call Mira.')).toEqual(['Buy flour.\nCall Mira.'])
    expect(spoken('1. ok. Call Mira')).toEqual(['1. Call Mira'])
  })

  it('leave nothing of a text that says nothing else', () => {
    expect(spoken('OK.\n\nThanks a lot!\n- ok')).toEqual([''])
  })

  it('stay in code, and in what a tool printed', () => {
    const indented = 'Run this:\n\n    ok\n    thanks'
    expect(spoken(CODE, indented)).toEqual([CODE, indented])
    expect(condense('ok\nthanks', new Set(), { speech: false })).toBe('ok\nthanks')
  })
})

describe('paragraphs at L3', () => {
  it('of 80 characters or more are said once in a block [L32]', () => {
    const exactly80 = 'a'.repeat(80)
    expect(spoken(exactly80, `First.\n\n${exactly80}\n\nLast.`)).toEqual([
      exactly80,
      `First.\n\n${OMITTED}\n\nLast.`,
    ])
    const only79 = 'a'.repeat(79)
    expect(spoken(only79, only79)).toEqual([only79, only79])
  })

  it('count characters, not code units', () => {
    const only79 = '𠮷'.repeat(79)
    expect(spoken(only79, only79)).toEqual([only79, only79])
    expect(spoken(`${only79}𠮷`, `${only79}𠮷`)).toEqual([`${only79}𠮷`, OMITTED])
  })

  it('are copies when only white space and case differ [L33]', () => {
    expect(spoken(LONG, LONG.toUpperCase().replaceAll(' ', '  '))).toEqual([LONG, OMITTED])
    expect(spoken(LONG, LONG.replace('Mira', 'Tom'))).toEqual([LONG, LONG.replace('Mira', 'Tom')])
  })

  it('are compared inside one text too', () => {
    expect(spoken(`${LONG}\n\n${LONG}\r\n \r\n${LONG}`)).toEqual([`${LONG}\n\n${OMITTED}\r\n \r\n${OMITTED}`])
  })

  it('of fenced code are one piece with their blank lines, and are compared whatever their length [L32, L38]', () => {
    expect(spoken(`Look:\n${CODE}\nGood?`, `Again:\n${CODE}\nStill good?`)).toEqual([
      `Look:\n${CODE}\nGood?`,
      `Again:\n${OMITTED}\nStill good?`,
    ])
    expect(spoken('~~~\na\n```\nb\n~~~', '~~~\na\n```\nb\n~~~')).toEqual(['~~~\na\n```\nb\n~~~', OMITTED])
  })

  it('run to the end of the text when a fence is not closed', () => {
    const open = '```\nlet a\n\nThanks.'
    expect(spoken(open, open)).toEqual([open, OMITTED])
  })

  it('are code-like when half of the lines end as code does or are set in [L38]', () => {
    const half = 'const a = f(\n  b);'
    const tabs = '\tmake\n\tmake test\nthen wait'
    const less = 'f(x);\nsaid Mira\nto Tom'
    expect(spoken(half, half, tabs, tabs, less, less)).toEqual([half, OMITTED, tabs, OMITTED, less, less])
  })

  it('shorter than the marker stay', () => {
    expect(spoken('a;', 'a;', 'abc;', 'abc;')).toEqual(['a;', 'a;', 'abc;', OMITTED])
  })
})
