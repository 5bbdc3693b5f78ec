/**
 * The allow-list of sentences that say nothing: bare acknowledgements, thanks and courtesies.
 *
 * Owns: the list and how a sentence is matched with it. Leaves removing to `condense.ts`. A word that can be an
 * answer (yes, no, 是, はい, 네) or a judgement (great, perfect) is not on it, and a question is never a filler.
 */

const ENGLISH = [
  'ok',
  'okay',
  'okey',
  'ok then',
  'okay then',
  'ok thanks',
  'ok, thanks',
  'okay thanks',
  'okay, thanks',
  'ok thank you',
  'ok, thank you',
  'okay, thank you',
  'alright',
  'all right',
  'thanks',
  'thank you',
  'thanks a lot',
  'thanks so much',
  'thanks again',
  'thank you so much',
  'thank you very much',
  'many thanks',
  'thx',
  'cheers',
  'got it',
  'got it, thanks',
  'got it, thank you',
  'gotcha',
  'i see',
  'understood',
  'noted',
  'sure',
  'sure thing',
  'sounds good',
  'makes sense',
  'that makes sense',
  'no problem',
  'no worries',
  "you're welcome",
  'you are welcome',
  'my pleasure',
  'hi',
  'hi there',
  'hello',
  'hello there',
  'hey',
  'bye',
  'goodbye',
]

const CHINESE = [
  '好',
  '好的',
  '好吧',
  '好呀',
  '好啊',
  '好嘞',
  '好的谢谢',
  '好的，谢谢',
  '好的，明白',
  '好的，明白了',
  '好的，收到',
  '好，谢谢',
  '好，明白了',
  '嗯',
  '嗯嗯',
  '嗯，好的',
  '行',
  '可以',
  '可以的',
  '没问题',
  '沒問題',
  '明白',
  '明白了',
  '明白了，谢谢',
  '知道了',
  '了解',
  '了解了',
  '瞭解',
  '懂了',
  '收到',
  '收到，谢谢',
  '收到，明白',
  '谢谢',
  '谢谢你',
  '谢谢您',
  '谢谢啦',
  '多谢',
  '感谢',
  '非常感谢',
  '十分感谢',
  '謝謝',
  '謝謝你',
  '謝謝您',
  '多謝',
  '感謝',
  '好的，謝謝',
  '不客气',
  '不客氣',
  '不用谢',
  '不用謝',
  '辛苦了',
  '你好',
  '您好',
  '再见',
  '再見',
]

const JAPANESE = [
  'オーケー',
  'オッケー',
  'okです',
  '了解',
  '了解です',
  '了解しました',
  '了解いたしました',
  'りょうかい',
  'わかりました',
  '分かりました',
  '承知しました',
  '承知いたしました',
  'かしこまりました',
  'なるほど',
  'ありがとう',
  'ありがとうございます',
  'ありがとうございました',
  'どうもありがとうございます',
  'どうも',
  'どういたしまして',
  'お疲れ様です',
  'お疲れさまです',
  'お疲れ様でした',
  'よろしくお願いします',
  'よろしくお願いいたします',
  'こんにちは',
  'おはようございます',
  'こんばんは',
]

const KOREAN = [
  '오케이',
  '알겠습니다',
  '알겠어요',
  '알았어요',
  '알았어',
  '네, 알겠습니다',
  '네 알겠습니다',
  '이해했습니다',
  '이해했어요',
  '감사합니다',
  '감사해요',
  '네, 감사합니다',
  '네 감사합니다',
  '정말 감사합니다',
  '고맙습니다',
  '고마워요',
  '고마워',
  '천만에요',
  '수고하셨습니다',
  '수고하세요',
  '안녕하세요',
  '안녕히 계세요',
]

const FILLERS: ReadonlySet<string> = new Set([...ENGLISH, ...CHINESE, ...JAPANESE, ...KOREAN].map(fold))
/** Code units; three times the longest: decomposed text (Hangul by letters) takes up to three for one. */
const LONGEST = 3 * Math.max(...[...FILLERS].map(filler => filler.length))

const TRAILING = /[\p{P}\s~～]/u
/** A question asks for something, and a colon announces what follows: neither says nothing. */
const MEANT = /[?？؟]|[:：]\s*$/u

/**
 * Whether the whole of a sentence, trailing punctuation aside, is on the list; case and width of letters do not
 * matter.
 */
export function isFiller(sentence: string): boolean {
  let end = sentence.length
  while (end > 0 && TRAILING.test(sentence.charAt(end - 1))) end--
  const said = sentence.slice(0, end).trimStart()
  return said.length <= LONGEST && FILLERS.has(fold(said)) && !MEANT.test(sentence)
}

function fold(text: string): string {
  return text.normalize('NFKC').replaceAll('’', "'").toLowerCase()
}
