import { describe, expect, it } from 'vitest'
import { isFiller } from '../../src/text/fillers.ts'

describe('fillers', () => {
  it.each([
    [
      'English',
      ['ok', 'OK.', 'Thanks!!!', 'Got it, thanks.', 'You’re welcome!', 'Sounds good …', 'thank you :)'],
    ],
    ['Chinese', ['好的', '明白', '明白了。', '收到！', '谢谢～', '可以。', '沒問題', '好的，谢谢！']],
    ['Japanese', ['了解です。', 'ありがとうございます！', 'ＯＫです', '承知しました', 'なるほど…']],
    ['Korean', ['알겠습니다.', '감사합니다!', '고마워요~', '네, 알겠습니다.', '감사합니다'.normalize('NFD')]],
  ])('are found whole in %s, punctuation, case and width aside [L31]', (_, sentences) => {
    expect(sentences.filter(sentence => !isFiller(sentence))).toEqual([])
  })

  it('are not found inside a sentence that says more [L31]', () => {
    const more = [
      'ok but not on Friday',
      'Thanks to Mira we ship.',
      '好的方案',
      '可以退款',
      '了解を得ました',
      '감사 일정',
    ]
    expect(more.filter(isFiller)).toEqual([])
  })

  it('are neither answers nor judgements', () => {
    const meant = ['Yes.', 'No.', 'Perfect!', 'Great.', '是', '不', '对', 'はい', 'いいえ', '네', '아니요']
    expect(meant.filter(isFiller)).toEqual([])
  })

  it('are not questions, nor what announces something', () => {
    expect(['ok?', '可以？', 'OK ?!', '알겠어요?', 'OK:', '可以： '].filter(isFiller)).toEqual([])
  })

  it('are not white space, punctuation or emoji alone', () => {
    expect(['', ' ', '...', '！', '👍', 'ok 👍'].filter(isFiller)).toEqual([])
  })
})
