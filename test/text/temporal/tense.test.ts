import { describe, expect, it } from 'vitest'
import { tenseOf } from '../../../src/text/temporal/tense.ts'

describe('the tense of a sentence', () => {
  it.each([
    'We met on Friday.',
    'Did you ship it on Friday?',
    'I’ve finished it.',
    'She fixed the build on Monday.',
    'My grandfather died in March.',
    '我们周五开过会了。',
    '周三已经上线。',
    '他是周五走的。',
  ])('is past in: %s', sentence => {
    expect(tenseOf(sentence)).toBe('past')
  })

  it.each([
    "We'll meet on Friday.",
    'I am going to call her on Friday.',
    'You need to finish this by Friday.',
    'It is scheduled for Friday.',
    'I’m flying on Monday.',
    'Please send it on Friday.',
    '周五要交报告了。',
    '他周日会来。',
    '我打算周五去。',
    '记得周五提醒我。',
    '周五一起吃饭吧。',
    '周五不上线了。',
    '不等四月了。',
  ])('is future in: %s', sentence => {
    expect(tenseOf(sentence)).toBe('future')
  })

  it.each([
    'Friday',
    'Friday is pizza day.',
    'The shared folder needed by us will be indexed; it was slow.',
    '周五的会议很重要。',
    '周会在周五。',
  ])('is open in: %s', sentence => {
    expect(tenseOf(sentence)).toBeUndefined()
  })
})
