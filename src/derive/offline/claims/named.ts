/**
 * Whom or what a piece of a sentence names.
 *
 * Owns: the user, the project, names, and what is no name. A piece that could be anybody gives nothing.
 */
import { type MemoryEvent, TRUST } from '../../../domain/event.ts'
import { type Named, type NodeType, PROJECT_NAME, USER_NAME } from '../../../domain/graph.ts'
import type { RelationKind } from '../../../domain/relations.ts'
import { codePoints } from '../../../text/cut.ts'
import { toSimplified } from '../simplified.ts'
import type { Grammar } from './rule.ts'
import { relationOfTool } from './tools.ts'

/** Whose words are read, and in which language. */
export interface Reader {
  event: Pick<MemoryEvent, 'scope' | 'trust'>
  grammar: Grammar
}

const LONGEST_NAME = 60
/** In what is a thing's name these show that more than the name was caught. */
const NO_PART_OF_A_NAME =
  /(?:^|\s)(?:that|which|who|is|are|was|were|be|to|and|or|not|by|it|we|you|they|he|she|I|will|has|have|had|do|does|did|can|from|of|at|in|on|about|after|before|with|when|if|use|uses|lives|works|still|also)(?:\s|$)|'s?$|[的是我你他她它这那们没把被给让吗呢吧不了]|现在|原来|以前|曾经|之前|本来|因为|由于|可能|已经|然后|昨天|今天|明天|据说|如果|刚才|上次|禁止|严禁|避免|别|拒绝|必须|尽量|[采使选启改换说]$|^(?:还|也|都|在(?!线)|正在|就|又|再|被|已|旧|原)|(?:女儿|儿子|妈妈?|爸爸?|父亲|母亲|父母|孩子|姐姐?|妹妹?|哥哥?|弟弟?|奶奶|爷爷|外公|外婆|朋友|同事|邻居|老师)$/u
const SURNAMES =
  '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文庞樊兰殷施陶洪翟安颜倪严牛温芦季俞章鲁葛伍韦申尤毕聂丛焦向柳邢路岳齐梅莫庄辛管祝左涂谷祁时舒耿牟卜詹关苗凌费纪靳盛童欧甄项曲成游阳裴席卫查屈鲍位覃霍翁隋甘景薄单包司柏宁柯阮桂闵欧阳诸葛司马上官'
const CHINESE_PERSON = new RegExp(
  `^(?:[${SURNAMES}]\\p{Script=Han}{1,2}|[老小阿][\\p{Script=Han}]{1,2}|\\p{Script=Han}{1,3}(?:老师|先生|女士|经理|总|工|医生|姐|哥))$`,
  'u',
)
const LATIN_PERSON = /^\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]*\.?){0,3}$/u

/**
 * The subject of a statement of this kind; `undefined` when it is open who or what is meant.
 *
 * @param isOfAnyone said of things and of the user alike, such as a name.
 */
export function subjectOf(
  text: string,
  kind: RelationKind,
  reader: Reader,
  isOfAnyone = false,
): Named | undefined {
  const { event, grammar } = reader
  const isOfPersons = kind.subject === 'person'
  const isOfTools = kind.object === 'tool'
  if (isUser(text, grammar)) return isOfPersons || isOfTools || isOfAnyone ? theUser(text, event) : undefined
  const bare = text.replace(grammar.determiner, '').trim()
  if (isOurs(text, bare, grammar) || (isOfTools && grammar.parts.test(toSimplified(text)))) {
    if (isOfPersons && !isOfTools) return event.scope === 'user' ? theUser('I', event) : undefined
    return event.scope === 'user' ? undefined : { name: PROJECT_NAME, type: 'project' }
  }
  if (isOfPersons) return personNamed(text, grammar)
  // “Postgres uses MVCC” is no news of an undertaking.
  if (isOfTools && relationOfTool(bare) !== undefined) return undefined
  return thingNamed(bare, kind.subject, grammar)
}

/** The person at the other end. */
export function personOf(text: string, reader: Reader): Named | undefined {
  if (text === 'me' || isUser(text, reader.grammar)) return theUser(text, reader.event)
  return personNamed(text, reader.grammar)
}

/** A thing by its name. */
export function thingNamed(bare: string, type: NodeType, grammar: Grammar): Named | undefined {
  const name = bare
    .replace(grammar.determiner, '')
    .replace(/[.,:;]+$/, '')
    .trim()
  const words = name.split(' ')
  if (
    codePoints(name) < 2 ||
    codePoints(name) > LONGEST_NAME ||
    !/[\p{L}\p{N}]{2}|\p{Script=Han}/u.test(name)
  )
    return undefined
  if ([name, words[0], words.at(-1)].some(word => isNameless(word ?? '', grammar))) return undefined
  if (NO_PART_OF_A_NAME.test(toSimplified(name))) return undefined
  return { name, type }
}

/** A place, or a company, school or team: its name may hold what no other name does, such as “of”. */
export function placeOrBody(text: string, type: NodeType, grammar: Grammar): Named | undefined {
  const name = text.replace(/[.,:;]+$/, '').trim()
  const [first = ''] = name.split(' ')
  if (codePoints(name) < 2 || codePoints(name) > LONGEST_NAME) return undefined
  if (isNameless(name, grammar) || isNameless(first, grammar)) return undefined
  return /[我你他她它这那没不吗呢吧]|的$|^[一-龥]$/u.test(name) ? undefined : { name, type }
}

function personNamed(text: string, grammar: Grammar): Named | undefined {
  const isPerson = LATIN_PERSON.test(text) || CHINESE_PERSON.test(toSimplified(text))
  if (!isPerson || relationOfTool(text) !== undefined) return undefined
  const [first = ''] = text.split(' ')
  if (isNameless(text, grammar) || isNameless(first, grammar)) return undefined
  return { name: text, type: 'person' }
}

/** Whether it stands for anybody or anything. */
export function isNameless(text: string, grammar: Grammar): boolean {
  return grammar.nameless.test(toSimplified(text))
}

function isUser(text: string, grammar: Grammar): boolean {
  return grammar.user.test(toSimplified(text))
}

function isOurs(text: string, bare: string, grammar: Grammar): boolean {
  const [whole, rest] = [toSimplified(text), toSimplified(bare)]
  return grammar.ours.test(whole) || (rest !== whole && grammar.ours.test(rest) && !grammar.user.test(rest))
}

/** “I” is the user only in the user's own words, or where an event is about the user by its scope. */
function theUser(text: string, { scope, trust }: Reader['event']): Named | undefined {
  const isNamed = /user|用户/.test(text)
  return isNamed || scope === 'user' || trust >= TRUST.user ? { name: USER_NAME, type: 'person' } : undefined
}
