/**
 * English sentences as clauses, with the words that make their mood taken out.
 *
 * Owns: where one statement ends and the next begins, whose it is when it names nobody, and its mood. Leaves what is
 * stated to `english.ts`.
 */
import type { Clause, Mood } from './rule.ts'

/** Written large only because they open the sentence. */
const OPENERS =
  /^(?:We|The|Our|My|This|All|Use|Uses|Using|Switch\w*|Move[ds]?|Moving|Migrate[ds]?|Replace[ds]?|Stop\w*|Drop\w*|Ditch\w*|Remove[ds]?|Adopt\w*|No longer|Now|Still|Also|Decided|Decision|Upgrade[ds]?|Update[ds]?|Bump\w*|Call|Please|User|Tests|Verified|Confirmed|Everything|Instead|Renamed?|Package|Database|Chose|Picked|Changed?|Finally|Since|From|As|In|On|After|Before|First|For|What|So|Ok|Okay|Well|Correction|Note|Actually|Starting|Today|Yesterday|Plan\w*|Currently|Recently|Deadline|Budget|Port|Version|License|Owner|Price|Due|Default)\b/
const LEAD =
  /^(?:(?:so|ok|okay|well|actually|correction|update|note|fyi|heads[- ]up|btw|nope|by the way|in fact|finally|today|yesterday|recently|currently|please|decision|and|but|also|then|yes|as of today|just|remember(?: that)?|as before|(?:the )?user (?:said|mentioned|confirmed|stated|noted|reported|told me)(?: that)?)[,:]? |(?:from|as of|starting|since|in|on|after|at) [^,]{1,30}, |(?:before|after|first|for|what(?:'s| is)(?: still)? (?:not|left|open|missing|new))\b[^,:]{0,30}: )/
const REASON =
  / ?,?\b(?:because|due to|thanks to|so that|in order to|which|who|although|even though|though|whereas|whose|since (?:it|we|the|they|I|npm|disk)|in case|given that|as (?:it|we|the|they) )\b.*$/
const INSTEAD = /,? ?\b(?:instead of|rather than|in place of) [^,]{1,60}/
const INSTEAD_FIRST = /^[Ii]nstead of [\w.@/-]+,? /
const CONTRAST = /,? (?:and |but )?not .*$/
const VERBS =
  "work|works|live|lives|speak|speaks|use|uses|using|moved|switched|joined|left|am|is|are|has|have|report|reports|deploy|deploys|depends|own|owns|still|also|no longer|will|changed|replaced|dropped|run|runs|started|married|love|loves|hate|hates|like|likes|now|listens|costs|stopped|maintain|maintains|adopted|migrated|upgraded|go|became|plan|plans|want|don't|doesn't|do not|does not"
const BREAK = new RegExp(
  `\\s*(?:;|—|–| - )\\s*|,? (?:but|so|then|while|whereas) (?=\\S)|, (?:and )?(?=(?:I|we|the|our|my|no longer|${VERBS}) )| and (?=(?:I|we|the|our|my|${VERBS}) )`,
)
const SUBJECT = new RegExp(
  `^(?:I|we|the user|(?:the|our|my) [\\w'-]+(?: [\\w'-]+){0,2}?(?= (?:${VERBS}|was|were)\\b)|\\p{Lu}[\\p{L}'-]+(?: \\p{Lu}[\\p{L}'-]+){0,2}(?= (?:${VERBS}|was|were)\\b))`,
  'u',
)
const BEGINS_WITH_VERB = new RegExp(`^(?:${VERBS}|\\w+ed)\\b`)

const ENDS = [
  /\bno longer\b/,
  /\b(?:have |has )?(?:stopped|quit|ceased|gave up|given up|stop|finished) (?=\w+ing\b)/,
]
const ANY_MORE = /,? \b(?:any ?more|any longer)\b/
const NOT_BE = /\b(am|is|are|was|were)(?:n't| not)\b/
const NOT_DO = /\b(?:do|does|did)(?:n't| not)\b/
const FUTURE =
  /\b(?:will|shall|(?:is|are|am) (?:going to|about to|planning to|scheduled to|supposed to|yet to|to)|plans? to|planned to|plan is to|intends? to|has to|have to|must|needs? to)\b(?! be able)/
const PLANNED = /^(?:plan|planned|todo|to do|next step|next):? (?:is )?(?:to )?/
const AHEAD =
  /\b(?:tomorrow|soon|next (?:week|month|year|spring|summer|autumn|fall|winter|quarter|monday|tuesday|wednesday|thursday|friday))\b/i
const UNDERWAY =
  /\b(?:am|is|are) (?:\w+ly |just |now |still )?(?:switching|migrating|moving|joining|leaving|starting|relocating|converting|porting|replacing|transitioning|becoming)\b/
const DECIDED = /\b(?:have |has )?(?:decided|agreed|opted|resolved)(?= to\b|:)(?: to|:)/
const DECIDED_ON = /\b(?:have |has )?(?:decided|agreed) (?:on|for)\b/
const RESTATED =
  /\b(?:still|as before|as always|as usual|continues? to|keeps? (?=\w+ing)|remains? on|unchanged)\b/
const CHANGED = /\b(?:now|from now on|as of now)\b/
const FILLER =
  /,? ?\b(?:currently|at the moment|at present|these days|nowadays|again|already|also|too|as well|just|finally|recently|officially|permanently|temporarily|simply|both|always|mostly|mainly|primarily|actually|really|usually|everyone|eventually|successfully|completely|fully|entirely|instead|yet|first|absolutely|personally)\b(?!-)/g
const DENIED = /\b(?:not|never|nobody|without|neither|nor|hardly|none|no|cannot|barely)\b|n't\b/
const LONGEST = 240

/** The clauses of one sentence, each with a subject where the one before lends it. */
export function englishClauses(sentence: string): Clause[] {
  const plain = plainOf(sentence)
  let subject = ''
  return plain
    .split(BREAK)
    .map(piece => piece.trim())
    .filter(piece => piece !== '' && piece.length <= LONGEST)
    .map(piece => {
      const whole = subject !== '' && BEGINS_WITH_VERB.test(piece) ? `${subject} ${piece}` : piece
      subject = SUBJECT.exec(withoutLead(whole))?.[0] ?? subject
      return clauseOf(whole)
    })
}

/** One way to write it: straight apostrophes, names out of their quotation marks, contractions spelled out. */
function plainOf(sentence: string): string {
  const bare = sentence
    .replace(/[’‘]/g, "'")
    .replace(/[`"“”*]|(?<![\p{L}\p{N}])'|'(?![\p{L}\p{N}])/gu, '')
    .replace(/ ?\([^()]{0,120}\)/g, '')
    .replace(/\s+/g, ' ')
    .replace(/[.!,;: ]+$/, '')
  return bare
    .replace(OPENERS, word => word.charAt(0).toLowerCase() + word.slice(1))
    .replace(/^i\b/, 'I')
    .replace(/\bI'm\b/g, 'I am')
    .replace(/\b(we|they|you|We)'re\b/g, '$1 are')
    .replace(/\b(I|we)'ve\b/g, '$1 have')
    .replace(/\b(\w+)'ll\b/g, '$1 will')
    .replace(/\bwon't\b/g, 'will not')
    .replace(/\b(is|are|was|were|has|have|had|do|does|did)n't\b/g, '$1 not')
}

function withoutLead(text: string): string {
  let rest = text
  for (let times = 0; times < 4; times++) {
    const next = rest.replace(LEAD, '')
    if (next === rest) break
    rest = next
  }
  return rest
}

function clauseOf(piece: string): Clause {
  const mood: Mood = {
    changed: false,
    ended: false,
    future: false,
    ahead: AHEAD.test(piece),
    decided: false,
    underway: UNDERWAY.test(piece),
    restated: false,
    negated: false,
  }
  const change = () => {
    mood.changed = true
  }
  let text = takeOut(piece, INSTEAD_FIRST, change)
  text = takeOut(withoutLead(text).replace(REASON, ''), INSTEAD, change)
  text = text.replace(CONTRAST, rest =>
    / not (?:yet|been|verified|tested|pass|run|confirmed)/.test(rest) ? rest : keepVerb(rest, text),
  )
  text = takeEnd(text, mood)
  text = takeOut(text, PLANNED, () => {
    mood.future = true
  })
  text = takeOut(text, DECIDED, () => {
    mood.decided = true
  })
  text = text.replace(DECIDED_ON, () => {
    mood.decided = true
    return 'use'
  })
  text = takeOut(text, RESTATED, () => {
    mood.restated = true
  })
  text = takeOut(text, FUTURE, () => {
    mood.future = true
  })
  text = takeOut(text, CHANGED, change)
  text = tidy(text.replace(FILLER, ''))
  mood.negated = DENIED.test(text)
  return { text: withoutLead(text), mood }
}

/** “not npm” after a value is a contrast; “is not X” denies. */
function keepVerb(contrast: string, whole: string): string {
  const before = whole.slice(0, whole.length - contrast.length)
  return /\b(?:am|is|are|was|were|do|does|did|will|has|have|can|to)$/.test(before) ||
    !contrast.startsWith(',')
    ? contrast
    : ''
}

function takeEnd(text: string, mood: Mood): string {
  let rest = text
  for (const end of ENDS)
    rest = takeOut(rest, end, () => {
      mood.ended = true
    })
  if (!ANY_MORE.test(rest)) return rest
  const without = rest.replace(ANY_MORE, '')
  const positive = without.replace(NOT_BE, '$1').replace(NOT_DO, '')
  if (positive === without) return rest
  mood.ended = true
  return tidy(positive)
}

function takeOut(text: string, words: RegExp, found: () => void): string {
  if (!words.test(text)) return text
  found()
  return tidy(text.replace(words, ' '))
}

function tidy(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[,\s]+$/, '')
    .trim()
}
