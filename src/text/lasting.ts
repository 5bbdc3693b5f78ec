/**
 * Whether a wish is for once or for good.
 *
 * Owns: the words that tell, in English and Chinese. Leaves whom a wish concerns to those who make events of it. Errs
 * towards for good: only what is plainly for once is called so.
 */

const UNDERTAKING =
  '(?:project|repo(?:sitory)?|code ?base|app(?:lication)?|site|service|system|team|company|course|thesis|book|trip|product)'
const PIECE =
  '(?:answer|reply|response|question|chart|figure|graph|plot|diagram|table|slide|page|image|picture|file|function|method|snippet|paragraph|sentence|section|list|message|e-?mail|letter|draft|title|version|example|step|task|one|time|once|case)'

/** This piece of work, or this moment. */
const FOR_ONCE = new RegExp(
  `\\b(?:this|these|that|those) ${PIECE}s?\\b|\\bthese\\b|\\bjust (?:this|now|here|today)\\b|\\bfor (?:now|today|the moment|the time being|once)\\b|\\b(?:only|just) (?:this )?once\\b|\\bhere\\b|\\b(?:right now|temporarily)\\b` +
    '|(?:这|本)一?(?:次|回|轮|版|张|段|篇|句|封|份|页|行|条|列|幅|题)|这(?:个|里的?)?(?:图|表|回答|答案|问题|函数|文件|标题|例子|邮件|段落)|这(?:些|里|儿)|今天先|暂时|临时|目前先|眼下|仅此一次',
  'iu',
)
/** Points at something, which tells less. */
const POINTS = new RegExp(
  `\\b(?:this|that|those)\\b(?! ${UNDERTAKING}\\b)|(?:^|[，,。；;\\s])先(?=[^，,。]{0,6}(?:不|别|把|做|写|用|跳过|略过))|这个(?!项目|仓库|代码库|系统|应用|产品|团队|公司|课|论文)`,
  'iu',
)
const FOR_GOOD =
  /\b(?:always|never|from now on|from here on|going forward|in (?:the )?future|henceforth|every ?time|each time|whenever|by default|in general|generally|usually|as a rule|permanently|in (?:every|all|any)|(?:every|all|any) (?:of )?(?:my|your|our|answers?|repl(?:y|ies)))\b|以后|今后|往后|从现在(?:起|开始)|从今(?:天|往后)?起?|每(?:次|回|当)|总是|永远|一直|一律|一向|凡是|默认|平时|长期|从来|任何时候|习惯/iu
/** How the person is, rather than what is wanted of a piece of work. */
const STATE =
  /\bI(?:'m| am| have| (?:really |generally |usually |just )?(?:prefer|like|love|hate|dislike|enjoy|live|work|eat|drink|use|can't stand))\b|我(?:很|最|更|比较|特别|真的)?(?:喜欢|讨厌|偏好|偏爱|爱|不吃|不喝|吃|是|住|有|对)/iu

/** Whether a text plainly asks for something for once. */
export function isForOnce(text: string): boolean {
  if (FOR_GOOD.test(text)) return false
  return FOR_ONCE.test(text) || (POINTS.test(text) && !STATE.test(text))
}

/** Whether a text speaks of the undertaking of this space by name: “in this repo”, 本项目. */
export function isOfUndertaking(text: string): boolean {
  return OF_UNDERTAKING.test(text)
}

const OF_UNDERTAKING = new RegExp(
  `\\b(?:this|our) ${UNDERTAKING}\\b|\\bthe (?:project|repo(?:sitory)?|code ?base)\\b|(?:这个|本|该|咱们?的?|我们的?)(?:项目|仓库|代码库|系统|应用|产品|论文|网站|服务)|项目(?:里|中|内)`,
  'iu',
)
