/**
 * Words that carry grammar, not subject: stop words, question words, particles.
 *
 * Owns: the lists, one per language. Leaves their use to `terms.ts` and `language.ts`.
 */

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

/** English words that are never indexed, lower-case; contractions without their apostrophe. */
export const ENGLISH_STOP_WORDS: ReadonlySet<string> = words(`
  a about after again all also am an and any are arent as at be because been before being between both but by
  can cannot cant could couldnt did didnt do does doesnt doing dont during each few for from further had hadnt has
  hasnt have havent having he her here heres hers herself hes him himself his how hows i id if ill im in into is
  isnt it itll its itself ive just lets me more most my myself no nor not of off on once only or other our ours
  ourselves out over own same shall she shes should shouldnt so some such than that thats the their theirs them
  themselves then there theres these they theyd theyll theyre theyve this those through to too under until up
  very was wasnt we wed well were werent weve what whats when whens where wheres which while who whom whos whose
  why whys will with wont would wouldnt you youd youll your youre yours yourself yourselves youve
`)

/**
 * Chinese and Japanese words that ask, point or link, in simplified, traditional and kana spelling. In a question
 * they are masked, longest first, before characters are paired.
 */
export const CJK_QUESTION_WORDS: ReadonlySet<string> = words(`
  为什么 為什麼 为啥 為啥 为何 為何 什么 什麼 甚么 甚麼 啥 怎么样 怎麼樣 怎么 怎麼 怎样 怎樣 如何 哪里 哪裡 哪裏 哪儿 哪兒
  哪个 哪個 哪些 哪一 哪种 哪種 哪天 哪位 多少 多久 几个 幾個 几时 幾時 几次 幾次 什么时候 什麼時候 何时 何時 何地 谁 誰
  是不是 有没有 有沒有 能不能 可不可以 会不会 會不會 要不要 是否 请问 請問 告诉我 告訴我 我们 我們 你们 你們 他们 他們
  她们 她們 这个 這個 那个 那個 这些 這些 那些 这样 這樣 那样 那樣 因为 因為 所以 但是 或者 以及 之前 时候 時候
  何故 何処 何時 何人 何回 何個
`)

/** Han characters that say nothing alone in a question; pairs that hold them are kept. */
export const CJK_STOP_CHARACTERS: ReadonlySet<string> = new Set(
  '的了吗嗎呢吧啊呀嘛么麼在是有和与與及或也都就还還又把被让讓给給对對从從到于於以之其此该該这這那哪我你您他她它们們个個很不没沒会會能要想说說去来來上下中里裡何',
)

/** Particles and polite endings of Korean, longest first; cut from the end of a word that has more than them. */
export const KOREAN_ENDINGS: readonly string[] = [
  ...words(`
    은 는 이 가 을 를 에 의 도 로 와 과 랑 만 나 에서 에게 부터 까지 으로 라고 처럼 보다 마다 조차 밖에 이나 이랑 한테 에서는 으로는
    에게서 이라고 으로부터 했다 했고 했어 했어요 했나요 했지 했습니다 했습니까 한다 하다 하고 하는 합니다 합니까 하나요 해요 해서 이다
    입니다 입니까 인가요 이에요 예요 였다 였나요 였지 됐다 됐어요 됐나요 되었다 됩니다 되나요 습니다 습니까 나요
  `),
].sort((a, b) => b.length - a.length)

/** Korean words that ask, point or link, without particles. */
export const KOREAN_QUESTION_WORDS: ReadonlySet<string> = words(`
  왜 무엇 뭐 뭘 무슨 어떤 어떻게 어떠 언제 어디 누구 누가 어느 몇 얼마 얼마나 그리고 그래서 하지만 그런데 그러나 또는 및
  저 나 너 우리 저희 그 이 저는 나는 내가 제가 것 거 수 때 좀 더 했나요 했어요 했지 했나 하나요 인가요 있나요 있어요 있었나요
  됐나요 되나요 할까요 무엇인가요 뭐였지 뭐야
`)

/**
 * Terms, as a query has them, of words that say little of what is asked for: verbs and nouns of every subject, "what
 * kind of", 哪种东西.
 */
export const FAINT_WORDS: ReadonlySet<string> = words(`
  kind type sort thing stuff wai name number someon someth
  get go make sai tell think mention describ like us take give find want need know becom start have feel seem plan help
  ask talk discuss share call
  peopl person activ event item place time dai week month year recent new favorit mani current differ variou certain
  specif main first last
  东西 東西 事情 种类 種類 类型 類型 名字 地方 时间 時間 もの こと 名前 場所
`)
