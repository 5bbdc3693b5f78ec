/**
 * Text for the speed bench: events, turns, and what people would ask for them.
 *
 * Owns: a made-up language pair with the statistics that matter to an index. Words follow Zipf's law, common English
 * ones first, then made ones; one text in seven is Chinese without blanks. Everything is a function of the corpus's
 * seed and an index, so no text is kept.
 */
import { pick, seeded } from '../seeded.ts'
import type { EventText, Texts, Turn } from './side.ts'
import { tokensOf } from './tokens.ts'

/** Commonest first. The first {@link FUNCTION_WORDS} carry grammar more than subject. */
const COMMON_WORDS =
  `the of and to a in is that it was for on are as with they be at this have from or had by but not what all were
  when we there can an your which their said if do will each about how up out them then she many some so these would
  other into has more her two like him see time could no make than first been its who now people my made over did
  down only way find use may water long little very after words called just where most know get through back much
  go good new write our me man too any day same right look think also around another came come work three must
  because does part even place well such here take why help put different away again off went old number great tell
  men say small every found still between name should home big give air line set own under read last never us left
  end along while might next sound below saw something thought both few those always show large often together asked
  house world going want school important until form food keep children feet land side without boy once animal life
  enough took four head above kind began almost live page got build grow cut letter river car care second plain
  meeting budget invoice garden doctor ticket deadline flight recipe laptop server branch review customer contract`
    .split(/\s+/)
    .filter(word => word !== '')
const FUNCTION_WORDS = 60
const WORDS = 60_000

const ONSETS = 'b bl c ch cl d dr f fl g gr h j k kr l m n p pl qu r s sk sl sp t tr v w y z'.split(' ')
const VOWELS = 'a e i o u ae ee oa oi ue'.split(' ')
const CODAS = ['', '', '', 'b', 'ct', 'd', 'g', 'lm', 'm', 'n', 'nt', 'p', 'rd', 'rk', 's', 'x']

const CHARACTERS = [
  ...'的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里',
  ...'用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实',
  ...'日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政',
  ...'美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员',
]
const CHINESE_WORDS = 4_000
const CHINESE_SHARE = 0.15

/** Keep the kinds of text apart: two kinds of one index have nothing in common. */
const STREAM = { event: 1, turn: 2, terms: 3, questions: 4, knownItems: 5, messages: 6 } as const

/** A question and the index of the event that it was cut from. */
interface KnownItem {
  query: string
  event: number
}

/** All queries ask for one of the first `count` events, or messages, which ones is random. */
export interface Corpus extends Texts {
  /** 2–5 words of an event, the commonest words excluded; of a Chinese one pairs of characters. */
  termQueries(queries: number, count: number): string[]
  /** 5–10 consecutive words of an event, whatever they are; of a Chinese one 6–14 characters. */
  questions(queries: number, count: number): string[]
  /** 5–10 consecutive tokens of an event as the raw side cuts them, joined by blanks. */
  knownItems(queries: number, count: number): KnownItem[]
  /** As `questions`, of messages; turn `i` holds messages `2i` and `2i + 1`. */
  messageQuestions(queries: number, count: number): string[]
}

type Random = () => number

/** Makes a corpus; building its vocabulary takes a moment. */
export function createCorpus(seed: number): Corpus {
  const randomOf = (stream: keyof typeof STREAM, index = 0) =>
    seeded(Math.imul(seed * 16 + STREAM[stream], 0x9e37_79b1) ^ Math.imul(index + 1, 0x85eb_ca6b))
  const write = createWriter()
  const event = (index: number) => eventFrom(write, randomOf('event', index))
  const turn = (index: number) => turnFrom(write, randomOf('turn', index))
  const asking =
    <Query>(stream: keyof typeof STREAM, ask: (random: Random, index: number) => Query) =>
    (queries: number, count: number): Query[] => {
      const random = randomOf(stream)
      return Array.from({ length: queries }, () => ask(random, below(random, count)))
    }
  return {
    event,
    turn,
    termQueries: asking('terms', (random, index) => termsFrom(random, textOf(event(index)))),
    questions: asking('questions', (random, index) => questionFrom(random, textOf(event(index)))),
    knownItems: asking('knownItems', (random, index) => ({
      query: tokenRunFrom(random, textOf(event(index))),
      event: index,
    })),
    messageQuestions: asking('messages', (random, index) => {
      const { user, assistant } = turn(Math.floor(index / 2))
      return questionFrom(random, index % 2 === 0 ? user : assistant)
    }),
  }
}

/** About 30 words. */
function eventFrom(write: Writer, random: Random): EventText {
  if (random() < CHINESE_SHARE) {
    return { title: write.chinese(random, 4), summary: `${write.chinese(random, between(random, 12, 18))}。` }
  }
  return { title: write.english(random, 6), summary: `${write.english(random, between(random, 18, 30))}.` }
}

/** About 20 words and about 50. */
function turnFrom(write: Writer, random: Random): Turn {
  if (random() < CHINESE_SHARE) {
    return { user: `${write.chinese(random, 12)}？`, assistant: `${write.chinese(random, 30)}。` }
  }
  return {
    user: `${write.english(random, between(random, 12, 28))}?`,
    assistant: `${write.english(random, between(random, 35, 65))}.`,
  }
}

const textOf = ({ title, summary }: EventText) => `${title} ${summary}`

// ---- queries ------------------------------------------------------------------------------------------------

const FUNCTION_WORD_SET: ReadonlySet<string> = new Set(COMMON_WORDS.slice(0, FUNCTION_WORDS))

function termsFrom(random: Random, text: string): string {
  const tokens = [...new Set(tokensOf(text))].filter(token => !FUNCTION_WORD_SET.has(token))
  return shuffled(random, tokens)
    .slice(0, between(random, 2, 5))
    .join(' ')
}

function questionFrom(random: Random, text: string): string {
  return isChinese(text)
    ? runOf(random, [...text.replaceAll(' ', '')], between(random, 6, 14)).join('')
    : runOf(random, text.split(' '), between(random, 5, 10)).join(' ')
}

function tokenRunFrom(random: Random, text: string): string {
  return runOf(random, tokensOf(text), between(random, 5, 10)).join(' ')
}

const isChinese = (text: string) => /^\p{Script=Han}/u.test(text)

/** So many neighbours of a list from a random place. */
function runOf<Item>(random: Random, items: readonly Item[], length: number): Item[] {
  const first = below(random, Math.max(1, items.length - length + 1))
  return items.slice(first, first + length)
}

function shuffled<Item>(random: Random, items: readonly Item[]): Item[] {
  return items
    .map(item => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

// ---- words --------------------------------------------------------------------------------------------------

/** Writes texts of a number of words. */
type Writer = Record<'english' | 'chinese', (random: Random, words: number) => string>

function createWriter(): Writer {
  const random = seeded(WORDS)
  const english = vocabulary(new Set(COMMON_WORDS), WORDS, rank => madeWord(random, rank))
  const chinese = vocabulary(new Set(), CHINESE_WORDS, () => chineseWord(random))
  const drawEnglish = zipf(english, 1.07)
  const drawChinese = zipf(chinese, 0.9)
  const joined = (words: number, word: (place: number) => string, separator: string) =>
    Array.from({ length: words }, (_, place) => word(place)).join(separator)
  return {
    english: (draw, words) => joined(words, () => drawEnglish(draw), ' '),
    chinese: (draw, words) =>
      joined(words, place => `${place > 0 && place % 6 === 0 ? '，' : ''}${drawChinese(draw)}`, ''),
  }
}

/** Adds new words to those there until there are enough; `make` is told the rank the word will have. */
function vocabulary(words: Set<string>, size: number, make: (rank: number) => string): string[] {
  while (words.size < size) words.add(make(words.size))
  return [...words]
}

/** Rare words are longer: one to three syllables, from the 2,000th on one more. */
function madeWord(random: Random, rank: number): string {
  const syllables = between(random, 1, 3) + (rank < 2_000 ? 0 : 1)
  const syllable = () => `${pick(ONSETS, random)}${pick(VOWELS, random)}${pick(CODAS, random)}`
  return Array.from({ length: syllables }, syllable).join('')
}

/** Two characters, one word in five three; the list's first characters are the commonest. */
function chineseWord(random: Random): string {
  const length = random() < 0.8 ? 2 : 3
  const character = () => CHARACTERS[Math.floor(random() ** 1.3 * CHARACTERS.length)]
  return Array.from({ length }, character).join('')
}

/** Draws an item with a probability that falls with its rank: Zipf's law with Mandelbrot's offset. */
function zipf(items: readonly string[], exponent: number): (random: Random) => string {
  const sums = new Float64Array(items.length)
  let sum = 0
  for (let rank = 0; rank < sums.length; rank++) {
    sum += (rank + 2.7) ** -exponent
    sums[rank] = sum
  }
  return random => items[firstAbove(sums, random() * sum)] ?? ''
}

/** Place of the first of the ascending values that is above the given one. */
function firstAbove(ascending: Float64Array, value: number): number {
  let from = 0
  let to = ascending.length - 1
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((ascending[middle] ?? 0) > value) to = middle
    else from = middle + 1
  }
  return from
}

const below = (random: Random, end: number) => Math.floor(random() * end)

/** An integer, both ends inside. */
const between = (random: Random, from: number, to: number) => from + below(random, to - from + 1)
