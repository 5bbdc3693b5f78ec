/**
 * How much a term of a question says, by itself.
 *
 * Owns: the weights and the lists behind them, general for their language. Leaves how rare a term is in a space to the
 * ranking.
 */
import { CJK_STOP_CHARACTERS, FAINT_WORDS } from './function-words.ts'

/** A verb or noun of every subject. */
const FAINT = 0.6
/** One Han character that stands in hundreds of words. */
const COMMON_CHARACTER = 0.7
/** Two characters of which one is grammar or hiragana: mostly the end of one word and the beginning of the next. */
const SEAM = 0.5

/** The two hundred most frequent characters of written Chinese that are not grammar anyway. */
const COMMON_CHARACTERS: ReadonlySet<string> = new Set(
  '一不了人大为国到时出会可对生子下年发作道行所家种事成方多经么法学如都同现当动面起看定天分进好小部些主样理心本前开但因只想实日者意无力长把机十第公此已工使情明性知全三关点正业外将两高间由问最重并物手应向头文体相见被什二等或新己制身果加月话合回特代内信表化老给世位次度门任常先通教儿原东声立及比员解水名真论处走各入几口认条平系气题活更别打女变四总何电数安少报才结反受目太量再感建务做接必场件计管期市直过着得地后用然',
)
/** More characters of grammar, for pairs only: alone they are also words. */
const SEAM_CHARACTERS = /[时時后後过過着著得地]/

const HAN = /^\p{Script=Han}$/u
const HIRAGANA = /^\p{Script=Hiragana}$/u

/** 1, or less for a term that says little: at least 0.5. */
export function termWeight(term: string): number {
  if (FAINT_WORDS.has(term)) return FAINT
  const [first = '', second, ...more] = term
  if (more.length > 0) return 1
  if (second === undefined) return COMMON_CHARACTERS.has(first) ? COMMON_CHARACTER : 1
  return isSeam(first, second) ? SEAM : 1
}

function isSeam(first: string, second: string): boolean {
  if (HIRAGANA.test(first) !== HIRAGANA.test(second)) return true
  return HAN.test(first) && HAN.test(second) && (isGrammar(first) || isGrammar(second))
}

const isGrammar = (character: string): boolean =>
  CJK_STOP_CHARACTERS.has(character) || SEAM_CHARACTERS.test(character)
