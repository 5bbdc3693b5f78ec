import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seeCues } from '../../src/text/cues.ts'

const NOTHING = { asks: false, hasTime: false, hasNumber: false, hasName: false }

describe('seeCues', () => {
  it.each([
    'Which worktop do you want?',
    'He asked: “really?”',
    'Which one?)  ',
    '你要哪个？',
    '你去吗',
    '你去嗎 ',
    '那厨房呢',
  ])('sees a question in %s', text => {
    expect(seeCues(text).asks).toBe(true)
  })

  it.each(['Oak, please.', 'Why? Because I say so.', '', '?? what a day', '我要橡木的'])(
    'sees no question in %j',
    text => {
      expect(seeCues(text).asks).toBe(false)
    },
  )

  it.each([
    'We moved yesterday.',
    'It was two years ago',
    'on Monday',
    'in May 2023',
    'since 1999',
    '上周我们搬家了',
    '昨天',
    '二月三日',
    '来週行きます',
  ])('sees a time in %s', text => {
    expect(seeCues(text).hasTime).toBe(true)
  })

  it.each(['An oak worktop, please.', 'port 5432', 'He may go', '橡木的台面'])('sees no time in %s', text => {
    expect(seeCues(text).hasTime).toBe(false)
  })

  it.each(['port 5432', 'three shelves', 'Twice!', 'a dozen eggs', '三个柜子', '两次', '五人'])(
    'sees a number in %s',
    text => {
      expect(seeCues(text).hasNumber).toBe(true)
    },
  )

  it.each(['An oak worktop', 'someone phoned', 'the tenth', '万一下雨', '橡木'])(
    'sees no number in %s',
    text => {
      expect(seeCues(text).hasNumber).toBe(false)
    },
  )

  it.each(['We met Mira', 'the Elm Street office', 'it rained, Tom said', "Ada's friend Noor"])(
    'sees a name in %s',
    text => {
      expect(seeCues(text).hasName).toBe(true)
    },
  )

  it.each(['Oak, please.', 'It rained. Then it stopped.', 'so I left', 'an OK idea', '小明来了', ''])(
    'sees no name in %j',
    text => {
      expect(seeCues(text).hasName).toBe(false)
    },
  )

  it('reads the beginning of a long text, and its end for the question', () => {
    const filler = 'filler '.repeat(400)
    expect(seeCues(`${filler} yesterday 5 times with Mira. Right?`)).toEqual({ ...NOTHING, asks: true })
    expect(seeCues(`Yesterday 5 times with Mira? ${filler}`)).toEqual({
      ...{ asks: false, hasTime: true, hasNumber: true, hasName: true },
    })
  })

  it('takes any text', () => {
    const units = fc.string({
      unit: fc.integer({ min: 0, max: 0xffff }).map(code => String.fromCharCode(code)),
    })
    fc.assert(fc.property(units, text => Object.keys(seeCues(text)).length === 4))
    expect(seeCues('\ud800')).toEqual(NOTHING)
  })
})
