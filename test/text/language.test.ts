import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCjk, isHan, isHangul, isKana, isLatin, languageOf } from '../../src/text/language.ts'

describe('languageOf', () => {
  it.each([
    ['We moved the build to pnpm last week.', 'en'],
    ['昨天把构建脚本改成了增量编译', 'zh'],
    ['這個週末我打算去臺北看展覽', 'zh'],
    ['設定を変更しました', 'ja'],
    ['カレー', 'ja'],
    ['빌드 스크립트를 바꿨습니다', 'ko'],
    ['Вчера вечером', 'other'],
    ['', 'other'],
    ['12:30, 42 %!', 'other'],
  ])('tells the language of plain text: %s', (text, language) => {
    expect(languageOf(text)).toBe(language)
  })

  it.each([
    ['把 src/a/readConfig.ts 里的 foo 改成 bar', 'zh'],
    ['用 React Query 做 cache', 'zh'],
    ['报错了：\nError: Cannot find module foo\n    at Function._resolveFilename (node:internal)', 'zh'],
    ['改成这样：\n```ts\nexport const retries = 3\n// retry when the server is busy\n```', 'zh'],
    ['TypeScript の設定を `tsconfig.json` で変更しました', 'ja'],
    ['Redis 컨테이너가 restart 되면서 port 가 바뀌었어요', 'ko'],
  ])('keeps the language of the prose when code stands in it: %s', (text, language) => {
    expect(languageOf(text)).toBe(language)
  })

  it.each([
    ['I live in 東京 and work in 大阪', 'en'],
    ['The word 增量 means incremental', 'en'],
    ['请把 の 这个词翻译成中文，谢谢你的帮助，我们明天见', 'zh'],
    ['東京都庁の見学', 'ja'],
  ])('is not turned by a quoted word: %s', (text, language) => {
    expect(languageOf(text)).toBe(language)
  })

  it('calls code in Latin letters English when nothing else is there', () => {
    expect(languageOf('```ts\nconst a = 1\n```')).toBe('en')
    expect(languageOf('src/a/readConfig.ts')).toBe('en')
  })

  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map(unit => String.fromCharCode(unit)) }),
        text => {
          expect(['en', 'zh', 'ja', 'ko', 'other']).toContain(languageOf(text))
        },
      ),
    )
  })
})

describe('script helpers', () => {
  it('know one character of each script', () => {
    const kindsOf = (character: string) => {
      const codePoint = character.codePointAt(0) ?? 0
      return [isHan, isKana, isHangul, isLatin, isCjk].map(is => is(codePoint))
    }
    expect(kindsOf('字')).toEqual([true, false, false, false, true])
    expect(kindsOf('𠀀')).toEqual([true, false, false, false, true])
    expect(kindsOf('々')).toEqual([true, false, false, false, true])
    expect(kindsOf('ー')).toEqual([false, true, false, false, true])
    expect(kindsOf('ｶ')).toEqual([false, true, false, false, true])
    expect(kindsOf('한')).toEqual([false, false, true, false, true])
    expect(kindsOf('é')).toEqual([false, false, false, true, false])
    expect(kindsOf('я')).toEqual([false, false, false, false, false])
    expect(kindsOf('😀')).toEqual([false, false, false, false, false])
  })
})
