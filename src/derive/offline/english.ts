/**
 * What English says when something is decided, required, preferred, planned or done, and what only looks like it.
 *
 * Owns: the English cues. Same parts in the same order as its twin `chinese.ts`; the notation is in `cue-table.ts`.
 */
import { ENGLISH_STOP_WORDS } from '../../text/function-words.ts'
import { PLACE } from '../../text/places.ts'
import { ENGLISH_CHOICES, TOOL_NAMES } from './claims/tools.ts'
import { type Cue, type CueTable, OUTRIGHT, PLACED, phrases, STRONG, UNDERTAKING, WEAK } from './cue-table.ts'

const NUMBER =
  '(?:[€$£#]?\\d[\\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|half|a (?:third|quarter|hundred|thousand|dozen))'

const PARTS = {
  /** The person or the group, with a perfect or adverbs. */
  we: "(?:we|i)(?:'ve| have| had|'d)?(?: (?:just|now|all|both|already|then|also|\\w+ly|\\w+ and i))*",
  /** The same, in a state. */
  weAre: "(?:we|i)(?:'re|'m| are| am)(?: (?:just|now|all|both|also|therefore|\\w+ly|not))*",
  weWill: "(?:we|i)(?:'ll| will)(?: (?:just|now|all|both|also|then|always|\\w+ly))*",
  /** The person as the subject of a clause, not inside somebody else's. */
  i: '(?<=^|[,.;:!—–-] |(?:and|but|so|because|since|hi|hey|yes|no|yeah|btw|also) )i(?: (?:really|much|generally|usually|always|still|just|personally|currently|also|now|mostly|normally))*',
  /** Words that open a sentence and say nothing. */
  opener:
    '(?:(?:ok(?:ay)?|so+|right|then|alright|and|but|well|just|finally|yesterday|today|anyway|also|yes|yeah|hey|oh),? )*',
  /** Whose word binds the undertaking. */
  authority:
    '(?<!(?:half|some|most|none|part|rest) (?:of )?)(?:(?:the|our|my|their) (?:\\w+ )?(?:team|board|client|customer|boss|manager|management|committee|council|supervisor|advis[eo]r|professor|editor|publisher|legal|compliance|security|ops|finance|landlord|landlady|ministry|regulator|school|university|faculty|department|organi[sz]ers?|architect|insurer|bank|city|venue|c[a-z]o|lead|director|jury|stakeholders?|sponsors?|panel|commission|auditors?|doctor)|legal|compliance|management|finance|ops|procurement)',
  /** A thing of the undertaking, as a subject. */
  thing: "(?:the|our|this|these|those|all|every|each|any)(?: [\\w'’/.-]+){1,6}?",
  number: NUMBER,
  place: PLACE,
  /** What an undertaking has one of, and what can be chosen as it. */
  choice: ENGLISH_CHOICES,
  tool: TOOL_NAMES,
  /** What is verified before it counts as finished. */
  checked:
    '(?:ci|the (?:[\\w-]+ ){0,2}(?:pipeline|build|builds|release|migration|deployment|rollout|backup|restore|runner|job|jobs|fix|upgrade|import|export))',
  undertaking: '(?:project|repo|repository|codebase|code base|app|service|package|library|api)',
  /** Of work: it is over. */
  finished:
    '(?:implemented|added|created|wrote|written|built|fixed|refactored|renamed|moved|extracted|merged|deployed|documented|updated|removed|deleted|introduced|replaced|rewrote|rewritten|finished|completed|committed|pushed|published|released|migrated|patched|wired|ported|covered|converted|split|cleaned up|set up|landed|shipped|resolved|closed|done)',
  /** Work that is checked off when it is done. */
  task: '(?:written|tested|checked|verified|implemented|documented|merged|reviewed|deployed|migrated|covered|ported|released|wired up)',
  /** A number of something. */
  quantity: `(?:[€$£]\\d[\\d.,]*|${NUMBER}\\s?(?:%|k\\b|percent|per cent|ms|seconds?|minutes?|mins?|hours?|users|rows|records|people|guests|orders|copies|points?|euros?|dollars|pounds|kg|km|gb|mb|tb|times|items|tests|seats|pages|words))`,
  /** What people do again and again. */
  habit:
    'eat|drink|use|fly|drive|work|read|buy|travel|take|write|watch|wear|cook|sit|book|run|start|schedule|answer|code|test|commit|pay|shop|study|meet|train|listen|stay|order|name|indent|format|draw|teach|ride|cycle|walk|smoke|keep|learn|practi[sc]e|sleep|pick|check|begin|prefer',
  fault:
    "(?:leaks?|leaked|leaking|bugs?|crash(?:es|ed|ing)?|outages?|errors?|fail(?:s|ed|ing|ures?)?|slow\\w*|delays?|glitch\\w*|flak\\w+|time-?outs?|regressions?|hangs?|noise|hum|hiss|buzz\\w*|rattl\\w+|squeak\\w*|drift\\w*|damp|mou?ld|loss(?:es)?|freezes?|spikes?|incidents?|problems?|issues?|faults?|stutter\\w*|mismatch\\w*|duplicates?|wrong|broken|breaks?|broke|missing|corrupt\\w*|stall\\w*|drops|lag|blank|reject\\w*|downtime|cracks?|stains?|smell|warp\\w*|die[sd]?|dying|dead|trip(?:s|ped|ping)|wilt\\w*|stopp(?:ed|ing)|won't (?:start|boot|open|load)|blurry|garbled|[45]\\d\\d)",
  /** A condition that a person has, or what is taken against it. */
  illness:
    '(?:allerg\\w+|intoleran\\w+|anaphyla\\w+|epilep\\w+|diabet\\w+|asthma\\w*|co?eliac|pregnan\\w+|pacemaker|ha?emophili\\w+|insulin|warfarin|blood thinners?|anticoagulants?|statins?|antidepressants?|beta[- ]?blockers?|lithium|metformin|cortisone|chemo\\w*|dialysis|migraines?|seizures?|high blood pressure|hypertension|heart (?:condition|disease|attack|problem)|kidney (?:disease|stones?|problem)|arthritis|adhd|dementia|epipen|inhaler|immunosuppress\\w+|transplant|concussion|vertigo|claustrophob\\w+)',
  kin: '(?:son|daughter|wife|husband|partner|kids?|child|children|mother|father|mum|mom|dad|parents|grand\\w+|brother|sister|baby|girlfriend|boyfriend)',
  intent:
    "(?:we|i)(?:'ll| will|'m going to|'re going to| am going to| are going to|'re gonna|'m gonna| want to| plan to| intend to| hope to| aim to|'d like to| need to| have to| must)",
  /** What a result can be asked to be: a property, not an impression. */
  property:
    '(?:be (?:able|possible|ready|open|free|at|in|on|under|within|below|above|no|less|more than|the same|compatible|available|identical|\\w+ enough|<number>|(?!incred|terr|horr|remark|unbeliev|enjoy|memor)\\w+[ai]ble|(?!excited|tired|amazed|thrilled|worried|scared)\\w+(?:ed|wn|lt|pt|ept|ent|itten))|work|run|support|fit|have (?:an?|the|no|at|<number>)|handle|stay|show|keep|look|include|contain|load|print|open|pass|last|survive|end|start|export|go|use|come|name|list|say|hold|read|meet|cover|carry|return|resume|send|allow|offer|provide)',
}

const cue = (type: Cue['type'], weight: number, list: string, rest: Partial<Cue> = {}): Cue => ({
  type,
  weight,
  pattern: phrases(list, PARTS, 'words'),
  ...rest,
})
const any = { from: 'any' } as const

const DECISION: readonly Cue[] = [
  cue(
    'decision',
    STRONG,
    `
    <we> (?:decided|agreed(?! with)|settled (?:on|for)|chosen|chose|picked(?! up)|opted|voted|ruled out|concluded|committed to|signed off|(?:gone|went|stuck) with|ended up (?:choosing|picking|using|going with|buying|booking|taking)|landed on|locked in|said (?:yes|no) to|made up (?:my|our) minds?|turned down|rejected|dropped (?:the|our|support)(?! (?:[\\w-]+ )?(?:in|on|down|off))|ditched|scrapped|shelved)
    (?:<authority>|everyone|everybody|all of us) (?:has |have |just |finally |unanimously )*(?:decided|agreed|approved|signed off|chose|picked|voted|opted|settled|ruled|greenlit|gave (?:us )?(?:the|their) (?:go-ahead|green light|ok|okay|blessing))
    (?:it's|it is|that's|this is|everything is|that is) (?:settled|decided|official|a deal)
    the (?:decision|verdict|vote|final (?:call|answer|choice|pick)) (?:…)?(?:is|was|fell|went|:)
    ^<opener>(?:final )?(?:decision|decided|agreed|settled|verdict|call|choice)(?: made| (?:on|for) [\\w' -]+)?(?:[:.]| that)
    ^<opener>(?:decided|agreed|chose|settled|voted) (?:to|on|that|with|for)
    (?:^<opener>|<weAre> )(?:going with|gonna go with|going to go with|going for the|(?:sticking|staying|settling|proceeding) (?:with|to|on|for)|standardi[sz]ing on)
    we go (?:for|with)
    <weWill> (?:go (?:with|for)|stick (?:with|to)|stay (?:with|on)|settle (?:for|on)|standardi[sz]e on|(?:take|have|use|pick|choose|get|order) the … (?:option|one|version|variant|route|offer|model|plan|package))
    let's (?:go (?:with(?! (?:that|this|it|whatever|your))|for the)|use(?! (?:this|it))|stick (?:with|to)|settle (?:on|for)|drop|skip|adopt|stay (?:with|on)|call it|name it|switch to|move to|make it <number>|keep (?:the|it at|it to))
    ^<opener>(?!here|there|yes|yep|what|so|as|like|however|i |how|that|this|wow)[\\w][\\w .+#'-]{0,40}? it is(?=[.!,;]|$)
    (?:off the table|out of the running|won't make the cut|gets the (?:job|contract|commission))
    (?:^<opener>|<weAre> )(?:dropping|ditching|skipping|adopting|abandoning|discontinuing|retiring|sunsetting|scrapping|leaving out|replacing|cutting|switching to|moving to|naming|calling (?:it|the|our))(?! (?:off|by))
    (?:settled|decided|clinched|sealed) it
    (?:is|are) (?:now )?(?:settled|decided|final)(?! (?:by|on))
    <weWill> (?:not|never) (?:use|support|do|build|offer|ship|include)
    ^<opener>(?:(?:our|the) )?(?:<choice>): (?:<tool>)(?: v?\\d[\\w.]*)?(?=\\.?$|[,;] (?:because|since|as|for|it|we|not)\\b)
    ^<opener>(?:(?:our|the) )?(?:tech(?:nology)? |software )?stack: [^!?\\n]{0,80}?(?:<tool>)
  `,
  ),
  cue(
    'decision',
    WEAK,
    `
    <weWill> (?:use|take|keep|report|do|build|buy|adopt|drop|skip|store|write|switch|move|paint|serve|hold|host|rent|make|run|have|put|cut|get|leave|teach|grade|cook|plant|order|hire|print|publish|offer|charge|ship|split|merge)
    <weAre> (?:not (?:going to|\\w+ing)|keeping|using|gonna use|going to use)
  `,
  ),
  cue(
    'decision',
    WEAK,
    `
    from now on|going forward|instead of|rather than|over the|in favou?r of|[\\w-]+, not|and not|no longer|but not|instead
    (?:talked|thought|went) (?:it|this|that|things) (?:over|through)|slept on it|after (?:all|(?:a |some )?(?:long |much )?(?:discussion|debate|back and forth))|in the end|final
  `,
  ),
]

const CHANGE: readonly Cue[] = [
  cue(
    'change',
    OUTRIGHT,
    `
    ^(?:small |quick |one |a |sorry,? |important )*correction
    (?<=^|[,;.:] |please |pls )(?:scratch|strike|disregard|forget|ignore) (?:that|my (?:earlier|last|previous)|the (?:earlier|previous|old)|(?:what|everything|the [\\w ]+) (?:i|we) (?:\\w+ )?(?:said|gave|told|sent|wrote|mentioned|posted))
    i (?:was (?:wrong|mistaken) (?:earlier|before|about)|misspoke|misread|mixed up|(?:had|got|told you) … wrong)
    (?:i|we) had (?:it|that|them|this) (?:down )?as
    wrong (?:figure|number|date|name|time|link|version|address|file|amount)(?=[:,])
    (?:not|isn't|wasn't|aren't) … as i (?:said|wrote|told you)
  `,
  ),
  cue(
    'change',
    STRONG,
    `
    <we> (?:switched|swapped|replaced|migrated|renamed|converted|traded|exchanged|rebranded)
    we(?:'ve| have)? (?:changed|moved|shifted) the … to
    we(?:'ve| have)? (?:change|switch|move|go|migrate|changed|moved|went|shifted|gone) (?:…)?from … to
    ^<opener>(?:switched|moved|migrated|changed|replaced|renamed) (?:…)?(?:from|to|with|by)
    <thing> (?:has |have |had |was |were |is |are |got |been |now )+(?:moved|postponed|pushed (?:back|out)|brought forward|delayed|rescheduled|changed|replaced|renamed|bumped|extended|shortened|raised|lowered|increased|reduced)(?: back| forward| up| out)? (?:to|by|from|with|until)
    <thing> (?:moved|slipped|shifted|changed|switched) (?:from … )?to
    <thing> (?:is|are) now <number>
    (?:was|were|got|been|is|are) (?:moved|pushed|brought|put) (?:forward|back|up|out)
    ^(?:sorry|my bad|oops|whoops),? … (?:,|and) not \\w+
    (?:we|<thing>) (?:no longer|(?:don't|doesn't|isn't|aren't) … any ?more)
    (?:is|are) (?:called )?… now instead of|used to be … now|now (?:called|on|at|in) … (?:instead of|not|rather than|no longer)
    (?:<authority>) (?:moved|postponed|pushed|brought|delayed|rescheduled|changed|raised|lowered|extended) …to
  `,
  ),
  cue(
    'change',
    WEAK,
    `[\\w-]+,? not(?! (?:sure|yet|too|so|only|just|really))|rather than|instead of|but not`,
  ),
  cue(
    'change',
    WEAK,
    `earlier|previously|originally|i said|i told you|i gave you|used to|actually|before that|sorry`,
  ),
]

const OUTCOME: readonly Cue[] = [
  cue(
    'outcome',
    OUTRIGHT,
    `(?<=^|[.] )(?:fixed|solved|resolved|patched|migrated|restored|shipped)(?: it)?[:.!] `,
    any,
  ),
  cue(
    'outcome',
    STRONG,
    `
    (?:went|dropped|fell|rose|improved|grew|shrank|climbed|increased|decreased|jumped|sank|came down|goes|(?:is|are) (?:down|up)) (?:down |up )?from … to
    (?:dropped|fell|rose|improved|grew|shrank|climbed|increased|decreased|jumped|came down|went (?:up|down)|cut|reduced|shaved|saves?d?|gained|lost|halved|doubled) … (?:by|to) <number>
    (?:has|have|we|it|<thing>) (?:more than |almost |nearly )?(?:halved|doubled|tripled|quadrupled)
    <thing> (?:was|were|has been|have been|got|is|are)(?: (?:now|finally|successfully|fully|just|all))* (?:accepted|approved|published|shipped|launched|released|delivered|completed|finished|restored|granted|denied|rejected|sold|fixed|resolved|live|repaired|migrated|deployed|merged|complete|featured|nominated|selected|elected|awarded|shortlisted|funded)
    (?:was|were|is|are) (?:up|down) (?:by )?<number>
    ^(?!(?:i|it|he|she|we|they|you|that|this)\\b)(?:the |our )?(?:[\\w.-]+ ){0,3}[\\w.-]+ (?:is |was |has |have |just )*(?:finished|completed|succeeded|restored|went live|landed|came through|passed|tagged|deployed|came up|matched)\\b(?! (?:by|to)\\b)
  `,
    any,
  ),
  cue(
    'outcome',
    STRONG,
    `
    <we> (?:shipped|launched|released|published|submitted|delivered|won|sold|handed in|completed|wrapped up|deployed|signed(?! up)|solved|passed|fixed|reached|hit (?:the|our|\\d)|beat|sold out|got (?:accepted|approved|rejected))
    ^<opener>(?:sold|shipped|launched|released|fixed|submitted|deployed|published|signed|passed|won) (?:the|our|my|all|<number>)
    we(?:'ve| have)? lost (?:the|our)
    (?:<we> |^<opener>)(?:got|received|passed|won) (?:the|my|our) (?:[\\w-]+ )?(?:visa|grant|permit|permission|approval|licen[cs]e|offer|contract|job|keys|certificate|loan|mortgage|funding|exam|test|place)
    <checked>(?: (?:after|of|for|on|with|under) (?:[\\w'’/.#-]+ ){0,4}?[\\w'’/.#-]+)? (?:is|are|has been|have been)(?: (?:now|finally|fully|also|all))* (?:verified|validated|confirmed)(?! (?:by|that|to|with|when|if|before|only)\\b)
    <thing> (?:went live|came (?:through|back (?:clean|positive|negative|from))|worked out|went (?:really |very |pretty |surprisingly |quite )*(?:well|smoothly|fine|badly|great|wrong)|flopped|exceeded|outperformed|held up)
  `,
  ),
  cue(
    'outcome',
    STRONG,
    `
    <we> (?:finished|defended|presented|installed|built|bought|opened|closed|repaired|hired|adopted|planted|painted|set up|handed over|moved into|merged|rebuilt|upgraded|cleaned|collected|raised|tested|restored|replaced|migrated|removed) (?:the|our|all|an?|<number>|[A-Z])
    ^<opener>(?:finished|completed) (?:the|our|my|all|<number>)
  `,
    { when: 'past' },
  ),
  cue(
    'outcome',
    WEAK,
    `(?:converted|outperformed|beat|scored|achieved|handled|handles|sustained|held|matched|finished|merged|built|installed|received|raised|sold|attended|signed up|brought in|reached|came to|totall?ed|amounted to|saved|failed|measured|came out|got rid of|removed|cleared|processed|covered|ran|did the)`,
  ),
  cue('outcome', WEAK, `<quantity>|\\d[\\d.,]+ (?:[\\w-]+ )?[\\w-]+s|in \\d+:\\d\\d`),
  cue(
    'outcome',
    WEAK,
    `better|worse|twice|double|more than (?:we|i|last)|faster|slower|zero|without a (?:single )?(?:hitch|problem|error)|under my (?:old )?best|personal best|no (?:effect|difference|errors|losses|change)|good news|bad news|great news|(?:first|second|third) (?:place|prize)|(?:results?|numbers) (?:is|are|came) (?:in|back|out)`,
  ),
  cue(
    'outcome',
    WEAK,
    `(?:the|our) (?:[\\w-]+ ){0,2}(?:replication|experiment|trial|pilot|survey|benchmark|test|drill|study|measurement|simulation|migration|campaign|exam|backup|run|load test|import)`,
  ),
]

const DONE: readonly Cue[] = [
  cue(
    'done',
    PLACED,
    `
    (?:<opener>|(?:i|we|it|this|that|is|are|was|were|been|has|have|now|and|also|just|already|successfully) |(?:i|we)'ve (?:\\w+ )?|(?<=[,;:(] ))<finished>[^;!?\\n]{0,160}?<place>
    <place>[\\x60)]*(?: \\w+){0,3} (?:is|are|was|were|has been|have been|now)(?: \\w+)? <finished>
    ^<opener>done: [^!?\\n]{0,160}?<place>
  `,
    any,
  ),
  cue(
    'done',
    STRONG,
    `
    ^<opener>(?:(?:i|we)(?:'ve| have)? (?:\\w+ )?)?(?:implemented|refactored|documented|ported|rewrote|wired up) (?:the|an?|all|our|\\w+)
    ^<opener>(?:all )?done: \\w+
  `,
    any,
  ),
]

const FAILED: readonly Cue[] = [
  cue(
    'failed',
    OUTRIGHT,
    `
    (?:tried|attempted) … (?:did not|didn't|does not|doesn't|do not|don't) (?:\\w+ )?(?:help|work|fix|solve|change|make (?:a|any) difference|do anything)
    (?:tried|attempted) … (?:no luck|no effect|no difference|no success|to no avail|in vain|without (?:any )?(?:success|luck|effect)|but (?:it |that )?(?:failed|broke|still (?:fail\\w*|crash\\w*|hang\\w*|break\\w*|leak\\w*)))
    ^<opener>(?!nothing|something|anything|everything|feeling)\\w+ing … (?:did not|didn't|does not|doesn't) (?:help|work|fix|solve|make (?:a|any) difference|change anything)
  `,
    any,
  ),
]

const OPEN: readonly Cue[] = [
  cue(
    'open',
    OUTRIGHT,
    `
    ^<opener>(?:what(?:'s| is) )?(?:still )?(?:to[- ]do|todo|left to do|left|open (?:items?|points?|questions?|tasks?)|still open|remaining(?: (?:work|tasks?|items?))?|outstanding|not (?:yet )?done(?: yet)?|still missing|unfinished|unchecked|not covered)(?: yet| now)?: \\w+
    (?:<thing>|[\\w-]+) (?:is|are|remains?) (?:still )?(?:unchecked|untested|unverified|undocumented|unmerged|unfinished|not (?:yet )?<task>)
    (?:<thing>|[\\w-]+) still (?:has|have|needs?) to be (?:done|<task>)
    (?:<thing>|[\\w-]+) (?:is|are) still (?:missing (?:tests?|docs|documentation)|to be (?:done|<task>)|to do|unhandled)
    (?:hasn't|haven't|has not|have not|isn't|aren't) (?:been )?<task>(?: … )? ?yet
    (?:tests?|docs|documentation|migrations?|changelog|error handling) (?:is|are) still (?:missing|open|to be written|outstanding)
    (?:^<opener>|(?:i|we) )still (?:need|needs|have|has) to (?:write|test|verify|implement|document|fix|merge|deploy|migrate|port|wire up|add) (?:the|an?|tests?|docs|all|our|error)
  `,
    any,
  ),
]

const CAUSE: readonly Cue[] = [
  cue(
    'cause',
    STRONG,
    `
    (?:root|real|actual|underlying|true) (?:cause|reason|problem|culprit|issue) (?:…)?(?:is|was|:)
    (?:confirmed|verified|found it|found the (?:cause|culprit|bug|leak|problem)|proved): … (?:which is why|because|so that's why|that's why|therefore)
    (?:confirmed|verified|it's confirmed)(?: that|:|,) … (?:limit|caps?|doesn't support|does not support|can't|cannot|only (?:supports|allows|accepts)|drops|rejects|blocks)
    (?:traced|tracked|narrowed|pinned) (?:it|this|that|them|<thing>|the) … ?(?:back |down )?(?:to|on)
    the (?:[\\w-]+ ){0,3}<fault>(?: [\\w'’/.-]+){0,4} (?:(?:comes?|came|stems?|stemmed|results?|resulted) from|(?:came|comes|boils|boiled) down to)
  `,
    any,
  ),
  cue(
    'cause',
    STRONG,
    `
    (?:the|our|a) (?:cause|culprit) (?:…)?(?:is|was|were|turned out)
    (?<!(?:n't|not) )(?:figured (?:it )?out|mystery solved|got to the bottom of it|that explains it)(?:[:;,.–—-])
    the reason (?:for|behind|why) the … (?:is|was)
    (?:found out|discovered|noticed) … <fault> … because
    <thing> (?:never|didn't|did not|wouldn't|couldn't|kept|keeps|stopped) … because (?:the|our|it|of)
    (?:was|were|is|are|got) (?:all |only |probably not )?(?:caused|triggered|provoked) by
    <fault> … (?:is|was|were|are) (?:down|due) to
    (?:turns|turned) out … <fault> … (?:because|so that)|(?:turns|turned) out (?:the|our|a) … (?:was|were|had|has|is|are|didn't|doesn't|never)
  `,
  ),
  cue(
    'cause',
    WEAK,
    `(?:comes|came|stems|stemmed|results|resulted|arises|arose) from|(?:happens|occurs|appears|shows up|fails?) (?:only )?(?:when|after)|because(?: of)?|which is why|that's why`,
  ),
  cue('cause', WEAK, `<fault>`),
]

const REQUIREMENT: readonly Cue[] = [
  cue(
    'requirement',
    STRONG,
    `
    (?:<thing>|^<opener>(?!(?:i|we|you|they|it|he|she|that|this|people|someone|somebody)\\b)(?:[\\w-]+ ){0,3}[\\w-]+) (?:must|has to|have to|needs? to|has got to|have got to|shall) (?:also |always |still |all )?<property>
    (?:it|they|this|these|those)(?:'ve|'s)?(?: all)? (?:must|has to|have to|needs? to|got to|has got to|gotta) (?:also |always |still |all )?<property>
    ^(?:must-have|deal-?breaker|hard requirement)s?(?: [\\w' -]+)?:
    (?:<thing>|^<opener>(?!things|people|kids)(?:[\\w-]+ ){0,2}[\\w-]{3,}s) should (?:also |always |all )?<property>
    we (?:need|have|must|ought)(?: to)? (?:support|meet|comply|handle|pass|ensure|include|provide|guarantee|cover|satisfy|conform|fulfil)
    (?:every|each|all)(?: (?!they|we|you|i )[\\w'’/-]+){1,5} (?:needs?|must|should|requires?)(?! be \\w+ing)
    <thing> (?:is|are) (?:required|mandatory|compulsory|obligatory|a must|non-negotiable)
    requirements?(?: is|:| from)
    ^(?!(?:i|we|you|they|people|humans|kids|plants|things|someone|always)\\b)(?:the |our |all )?(?:[\\w-]+ ){0,2}[\\w-]+s (?:need|must) (?:an?|the|<number>|to <property>)
    (?:<authority>) (?:wants?|requires?|insists?|expects?|demands?|needs?|asked for|asks for|is asking for)
    <thing> (?:requires?|demands?|calls for)(?! (?:a lot|some|no)\\b)
    (?:this|the|our) <undertaking> (?:requires?|needs)(?! (?:a lot|some|no|help|work|you|me)\\b)
    ^<opener>(?:in|for) (?:this|the|our) <undertaking>,? … (?:always|never|must|only|please (?:use|keep|write|put)) \\w+
    (?:is|are) supposed to <property>
  `,
  ),
  cue('requirement', WEAK, `we (?:need to|have to|must|need)`),
  cue('requirement', WEAK, `(?:at least|no fewer than|a minimum of|minimum|without exception|otherwise)`),
  cue(
    'requirement',
    WEAK,
    `by (?:the end of|next|mid|early|late|\\d|january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday)`,
  ),
  cue('requirement', WEAK, `make sure|ensure|(?:in|on|for|with|to) (?:every|all|each)`),
]

const CONSTRAINT: readonly Cue[] = [
  cue(
    'constraint',
    STRONG,
    `
    (?:must not|mustn't|must never|shall not|can never|cannot ever|may never|may not be (?:\\w+ed|shown|taken|sold|seen|given|written|built|cut|left|kept|lent|cast)|may not(?! (?:be|have|work|help|need|know|matter|even)))
    (?:not|never|isn't|aren't|no longer) (?:be )?(?:allowed|permitted)
    (?:forbidden|prohibited|off[- ]limits|not an option|out of the question|ruled out by|hard (?:limit|constraint|cap|stop)|red line)
    (?:nothing|no one|nobody|none of <thing>|no \\w+)(?: [\\w'’-]+){0,7} (?:may|must|is allowed|gets|goes)
    we (?:can't|cannot|can not)(?! (?:wait|find|figure|tell|reproduce|see|seem|decide|believe|imagine|remember|say|judge|agree|explain|stop|help|thank|get (?:it|this|that)))
    we (?:can|could|may) only
    ^only [\\w ]{2,24} (?:may|can|are allowed|is allowed|has access|have access)
    (?:we|i)(?:'ve)? (?:have|got) no (?:budget|access|permission|room|space|authority|internet|licen[cs]e|parking|storage)
    i (?:can't|cannot|can only) … (?:more than|before|after|until|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|over <number>)
    (?!each other)<thing> (?:can't|cannot|can not|can only|may only|must only)(?! wait)
    (?:capped|limited|restricted|confined|(?:max(?:ed|es)?|tops?) out) (?:at|to)
    (?:maximum|max|upper limit|limit|ceiling|cap|budget|quota|allowance) (?:of |is |was |for … is |… )(?:only |just |fixed at |set at |around |about )?<number>
    (?:(?:you|we|it|<thing>) only (?:has|have|had|get|gets|takes?|fits?|holds?|seats?)|(?:has|have|got) only|there (?:is|are) only|there's only) (?:room for |space for )?<number> \\w+
    <number>(?: [\\w-]+){0,5},? (?:tops|max(?:imum)?|at (?:the )?most)|<number>[- ]\\w+ (?:limit|cap|maximum)
    (?:don't|do not) ever (?!worry|think|say|let|forget)\\w+ (?:the|our|any|anyone|anything)
    ^<opener>(?:please,? |sorry,? )?no (?!worries|problems|ideas|thanks|news|clues|doubts|signs|changes|errors|matches|results|plans)(?:[\\w'-]+ ){0,2}(?:[\\w'-]+(?:s|ing)|alcohol|meat|music|code|food|sugar|noise|pork|gluten|plastic|smoke|work|access|overtime|contact|homework|payment|javascript|software|data) (?:on|in|into|through|near|before|after|without|during|outside|over|between|unless|past|above|at|from|for)
    (?:<thing>|<authority>|it|that) (?:blocks|forbids|prohibits|disallows|bans)(?! to)
    (?:doesn't|does not|won't|will not) (?:allow|permit|let us|install)
    only (?:allows|supports|accepts|permits|lets|runs on|works with)
    (?:read-only|frozen|feature freeze|code freeze|embargo\\w*|blackout period|locked until)
    limits? (?:us|me|it|the [\\w-]+)? ?to <number>
    (?:is|are|am|i'm|we're) only (?:free|available|open|allowed|valid|possible|accessible)
    deadline (?:for … )?(?:is|was)|no later than|at the latest
    \\w+ freeze (?:starts|begins|is|until|from)
    (?:strict|fixed|firm|hard) (?:budget|deadline|limit|maximum|cap)
  `,
  ),
  cue(
    'constraint',
    WEAK,
    `(?:(?:at most|no more than|not more than|below|within|less than|fewer than|not exceed|up to|under|max\\.?) <number>|<quantity> (?:max|tops|at most)|(?:we've|we have|we|i've|i have)(?: only)? (?:got )?[€$£]?\\d[\\d.,]* (?:euros?|dollars|pounds|bucks))`,
  ),
  cue(
    'constraint',
    WEAK,
    `(?:budget|deadline|weight|limit|memory|quota|maximum|capacity|allowance|no (?:wiggle|extra) room|not a (?:cent|penny|day|minute|gram) more|full stop|period(?=[.!])|that's (?:all|it))`,
  ),
  cue(
    'constraint',
    WEAK,
    `(?:everything|anything|whatever|all changes) (?:has to |must |needs to )?(?:goes?|except|we|is|passes)`,
  ),
  cue(
    'constraint',
    WEAK,
    `(?:please |pls )?(?:(?:don't|do not|never) (?:ever )?(?:push|commit|deploy|touch|merge|delete|edit|store|share|send|publish|change|modify|use|upload|install|book|schedule|paint|drill|park|plant|contact|mention)|never (?!mind|give|say|heard|seen|had|knew|been|again)\\w+ (?:the|our|my|any))`,
  ),
  cue(
    'constraint',
    WEAK,
    `(?:in this (?:repo|repository|project|folder|branch|house|course|class|codebase)|without (?:asking|approval|a review|my|our|permission)|under any circumstances|not even|anywhere|to production|to main|at all|during|it's (?:a|the) rule|in the (?:lease|contract))`,
  ),
]

const PREFERENCE: readonly Cue[] = [
  cue(
    'preference',
    STRONG,
    `
    ^<opener>(?:please )?(?:always|never) (?:answer|reply|respond|speak|talk|explain|address me)(?! (?:this|that)\\b)
    ^in general,? i (?:prefer|like) \\w+
    <i> (?:prefer|favou?r|swear by)(?! (?:it(?! when)|that|this|these|those|him|her)\\b)(?=[ ])
    i(?:'d| would) (?:much |far )?(?:rather|prefer|sooner|like to (?:stay|stick|keep))(?! (?:eat|die|chew|swallow|jump|drink|set|lick)\\b)
    i (?:can't|cannot) (?:stand|bear|abide|concentrate|focus|work|think|sleep|read) (?!(?:this|that|it|the|how|when|another)\\b)\\w+
    <i> (?:detest|loathe|despise|dislike|don't like|do not like|don't care for) (?!(?:it|this|that|the|these|those|how|when|where|him|her|them|your|my|what|to)\\b)\\w+
    i(?:'ve)? (?:don't|do not|never|only ever|only|always|usually|mostly|normally|typically|hardly ever|rarely|no longer) <habit>(?! (?:it|that|this)\\b)
    my (?:\\w+ )?(?:favou?rite|preferred|preference|go-to) (?:[\\w'-]+ ){0,3}(?:is|are)(?! (?:when|how|that|the (?:part|bit|one|way|moment)))
    ^(?!it|this|that|these|those|here)[\\w' -]{3,40} (?:is|are) my favou?rites?
    i(?:'m| am) (?:not a (?:big |huge )?fan of(?! (?:it|this|that|the))|\\w* ?(?:more |most )?comfortable with|picky about|(?:a |an )?(?:strict )?(?:vegan|vegetarian|pescatarian|teetotal\\w*)|(?:a |more of a )(?:[\\w-]+ person|night owl|early bird|visual (?:learner|thinker)))
    (?:can|could|would) you (?:please |pls )?(?:always|never|stop \\w+ing)(?! (?:this|that|it)\\b)
    \\w+ over \\w+,? any day
    (?:works|suits|fits|is easiest|reads) (?:me )?(?:best|better|fine)? ?(?:for )me(?: best| better)?
    call me(?! (?:back|later|when|if|at|on|tomorrow|crazy|old|today|in|again|a)\\b)(?= )
    ^(?!i |it |they |he |she |that |you )[\\w' -]{2,40}, (?:always|please always|every time|any day|whenever possible|as always)(?=[.,!]|$)
    ^(?:[\\w'-]+ ){1,4}for me(?:,? (?:please|pls|whenever|when you|every time|always|any))
    i find … (?:easier|harder|clearer|distracting|annoying|hard to read|more readable|confusing)
    (?:short|shorter|long|longer|brief|concise|detailed|plain|formal|informal|simple|direct) (?:answers|replies|responses|explanations|messages|sentences)(?:,? (?:please|only|no \\w+))|how you (?:answer|reply|respond|write|talk|explain)
  `,
  ),
  // A liking lasts where something sets it off: a comparison, a habit, an occasion that comes back.
  cue(
    'preference',
    STRONG,
    `
    <i> (?:like|love|enjoy|adore|hate|avoid|don't like|don't enjoy|'m a (?:big |huge )?fan of)(?! (?:it|that|this|these|those|him|her|them|how|where|to know|to see|your|being|getting|seeing)\\b) … (?:more than|better than|rather than|instead of|over \\w+(?=[.!,]|$)|, not|the most|best|by default|as a rule|so (?:please|no|keep|give|don't|make)|(?:in|on|for) (?:the morning|the evening|flights|trains|hotels|trips|my (?:coffee|tea))|when i (?:work|travel|fly|write|code|read|cook|study))
    i (?:generally|usually|always|mostly|normally|only) (?:like|love|enjoy|hate|avoid|want)(?! (?:it|that|this|how)\\b)
    i (?:like|love|enjoy|hate) (?:it )?when(?:ever)? you (?:write|answer|explain|give|use|show|start|send|ask|keep|add)
    i (?:really |much |just )*(?:like|love) (?:my|short|long|plain|simple|concise|quiet)(?! (?:job|life|friends|family|work|new)) \\w+
    i <habit> (?:everything|all my|mostly|most of)|how i like (?:it|to work|my)
  `,
  ),
  cue(
    'preference',
    WEAK,
    `
    (?<=^|[,;:.—–-] |\\b(?:so|and|then|but|please|pls|always|never) )(?:please |always |never )*(?:always|never|don't|do not|stop|avoid|keep|use|give|write|answer|reply|respond|explain|show|put|start|skip|leave|speak|talk|be|stick|address|ask|tell|mention|include|format|wrap|add|send|quote|translate|remind|begin|end|lead)
  `,
  ),
  cue(
    'preference',
    WEAK,
    `(?:your (?:answers|replies|responses|explanations|messages|summaries|tone|suggestions)|when(?:ever)? you (?!get|can|have|see|try|need|come|visit|know|are)\\w+|from now on|from here on|going forward|in (?:the )?future|each time|every time|(?:only if|unless) i ask|by default|as a rule|you write to me|you talk to me)`,
  ),
  cue(
    'preference',
    WEAK,
    `(?:for|in|during|throughout|until the end of) (?:the (?:rest|remainder) of )?(?:this|today's|our current) (?:conversation|chat|session|thread|discussion)`,
    { scope: 'session' },
  ),
  cue(
    'preference',
    WEAK,
    `(?:rest|remainder|end) of (?:this|today's|our current) (?:conversation|chat|session|thread|discussion)`,
    { scope: 'session' },
  ),
]

const IDENTITY: readonly Cue[] = [
  cue(
    'identity',
    OUTRIGHT,
    `
    my name(?:'s| is)
    i(?:'m| am) \\w+(?: \\w+)?, (?:an? |the )?(?:[\\w-]+ ){0,2}\\w+(?:er|or|ist|ian|eer|ant|yst|ect|nurse|student|designer|teacher)(?= (?:in|at|for|from|with)\\b|[,.])
    (?:people|everyone|friends) calls? me
    i(?:'m| am) (?:originally |now )?(?:from|based in|married|divorced|widowed|retired|left-handed|colou?r-?blind|deaf|dyslexic|autistic|self-employed|self-taught|a freelance\\w*)
    (?<!like )i(?:'m| am) <number>(?: years old)?(?= (?:and|years|now)\\b|[,.])
    i(?:'m| am) (?:turning|about to turn) <number>
    i(?:'m| am) (?:currently )?(?:studying|working as|training (?:as|to)|doing (?:a|my) (?:phd|degree|master's|apprenticeship))
    i (?:just |recently |now )?(?:moved (?:here|to|from|in)|grew up|was born|was raised|got (?:married|divorced)|retired|graduated (?:in|from|as)|changed jobs|started (?:a new job|as|at|my own))
    i(?:'ve| have) (?:been (?:an? |the |in |at |with |here |living |working |teaching |studying |running |married |vegan |vegetarian |doing this )|lived |worked |taught |run |owned |played )(?:…)?(?:since(?! (?:we|then|last|yesterday|this|you|i (?:last|got|woke|was)))|for (?:over |about |almost |nearly )?\\w+ (?:years|decades))
  `,
  ),
  cue(
    'identity',
    STRONG,
    `
    i(?:'m| am) (?:a|an|the) (?!bit|little|fan|huge|big|few|lot|mess|bad|total|complete|week|day|hour|while|minute|step|fast|slow|quick|firm|great|good|better)(?:[\\w-]+ ){0,3}(?:\\w{2,}(?:er|or|ist|ian|eer|yst|ect|ess|man|woman|min|tant|nant)|nurse|chef|judge|student|parent|mother|father|mum|mom|dad|pilot|novice|coach|postdoc|phd|vet|clerk|scribe|gp|surgeon|nanny)(?= (?:at|in|for|from|with|by|who|and|on)\\b|[,.;]|$)
    <i> (?:teach|live|study|work (?:as|at|for|in|part|full|nights|shifts)|speak|come from|lead a|manage a|head|coach|volunteer)
    (?:i|we)(?:'ve)? (?:also |currently |now )?(?:run|own|have|got|lead|manage) (?:a|an|my own|the|one|two|three|four)(?: [\\w'’-]+){0,3} (?:business|company|shop|store|bakery|studio|farm|caf[eé]|restaurant|agency|practice|team|school|blog|lab|firm|startup|start-up|clinic|garage|orchestra|choir|band|club|theatre|theater|gallery|department|hotel|hostel|library|museum|charity|podcast|magazine|nursery|kindergarten|gym|bookshop|brewery|kids?|children|sons?|daughters?|twins?|dogs?|cats?|brothers?|sisters?|grandchildren)
    (?:my|our) (?:<kin>|dog|cat)(?:(?:'s name)?(?:,? \\w+,?)?(?:'s| is| are) (?:called|named|an? (?!bit|big|huge|pain|mess|great)\\w+|\\d+|<number> years)| (?:lives?|works?|attends|studies)|, \\w+, was born)
    i(?:'m| am) (?:completely |totally |quite |fairly |pretty |relatively )?(?:new to (?!this (?:year|week))|a beginner|a newcomer)
    ^as an? [\\w -]{3,30}, i
    we(?:'re| are) an? (?:…)?(?:family|company|startup|couple|studio|choir|school|club|cooperative|charity|band|team of)
    <number> years of experience|i(?:'m| am) in (?:my|the) (?:\\w+) (?:year|semester|term) of|my \\w+ year (?:of|at)
    my (?:birthday|pronouns?|native language|mother tongue|first language|job|day job|profession|background|surname|nickname|time ?zone|hometown) (?:is|are)
  `,
  ),
]

const SAFETY: readonly Cue[] = [
  cue('safety', WEAK, `<illness>`),
  cue(
    'safety',
    STRONG,
    `i (?:can't|cannot|mustn't|must not|shouldn't|am not allowed to) (?:have|eat|drink|tolerate|digest) (?!it|that|this|another|any more|all)\\w+|i (?:carry|need|take|use) (?:an? )?(?:epipen|inhaler|insulin|blood thinners)|(?:i'm|i am|is|are) (?:\\w+ )?(?:allergic|intolerant) to|i(?:'m| am) on (?:\\w+ )?(?:medication|antibiotics|blood thinners)`,
  ),
  cue('safety', WEAK, `(?:my|our) (?:<kin>|guests?|students?|best man)|i|i'm|i've|me|my|we|our|us`),
  cue(
    'safety',
    WEAK,
    `(?:faint(?:s|ed|ing)?|choke|choking|suffocat\\w+|live wires?|asbestos|gas leak|toxic|poisonous|lethal|electrocut\\w+|carbon monoxide|swells? up|throat (?:closes|swells)|(?:to|in|at) (?:the er|hospital|a&e|the emergency room)|hives)`,
  ),
]

const PLAN: readonly Cue[] = [
  cue(
    'plan',
    OUTRIGHT,
    `
    (?:is|are|was|were|been|got|'s|be) (?:now |officially |all )?(?:cancelled|canceled|called off|shelved|postponed indefinitely|off(?: for (?:now|good)|(?= ?[.,;!]))|on hold)
    (?:isn't|is not|aren't|not|won't be) (?:happening|going ahead|taking place)
    (?:fell through|won't happen|will not happen|won't take place|called it off)
    <we> (?:had to )?(?:cancel(?:led|ed)?|call(?:ed)? off)
  `,
  ),
  cue(
    'plan',
    STRONG,
    `
    (?:we|i)(?:'m| am|'re| are)? plan(?:ning)? (?:to|on|for)
    (?:my|our|the) plan (?:is|for|was)
    (?:we|i) (?:intend|aim|mean) to
    (?:is|are|'s) (?:now )?(?:scheduled|planned|slated|set|booked|pencil+ed in|due) (?:for|to|on|in|at|next|this|tomorrow)
    (?:on (?:the|our) roadmap|next milestone|next step is)
    (?:we|i)(?:'ve| have) (?:booked|scheduled|arranged|reserved|pencil+ed in)
  `,
  ),
  cue(
    'plan',
    STRONG,
    `
    <intent>
    <weAre> (?!going to)(?:\\w+ing|away|off|out of|on (?:holiday|vacation|leave|parental leave))
    [\\w']+ (?:is|are) \\w+ing
    (?:we|i) (?:fly|leave|meet|start|launch|ship|present|freeze|release|move|close|open|travel|deploy|sign|submit|begin|go|drive|return|take|have|host|hand)
    (?:<thing>|my [\\w-]+(?: [\\w-]+)?|\\w+) (?:(?:is|are) (?:on|at|in|due|this|next|tomorrow|between|off)|starts?|begins?|takes place|happens|opens|closes|launches|ships|lands|arrives?|ends?|will|goes|go|kicks off|expires|leaves|is due|comes|visits|returns)
  `,
    { when: 'future' },
  ),
  cue('plan', WEAK, `<intent>`),
  cue('plan', WEAK, `(?:once|as soon as) (?:<thing>|we|i)`),
  cue(
    'plan',
    WEAK,
    `my (?:[\\w-]+ )?(?:surgery|operation|scan|appointment|check-?up|dentist|physio|interview|wedding|birthday)|(?:the|my|a) new job`,
    {
      scope: 'user',
    },
  ),
]

const all = (list: string) => phrases(list, PARTS, 'words')

/** Words that fill a sentence without naming what it is about; so do forms in -ing and -ly. */
const HOLLOW =
  "thing|things|stuff|lots?|bit|way|ways|one|ones|same|rest|day|days|time|times|life|world|dreams?|goals?|difference|journey|feelings?|vibes?|fun|love|people|everyone|everybody|everything|anything|something|nothing|someone|part|parts|kind|sort|best|better|good|great|nice|cool|amazing|awesome|hard|new|old|big|sure|happy|glad|ready|keep|go|goes|going|gone|make|makes|made|get|gets|got|do|does|did|done|let|let's|try|take|took|want|need|must|have|has|had|will|can|can't|won't|don't|decided?|agreed?|chose|chosen|picked|settled|know|think|feel|felt|see|look|help|support|believe|come|came|say|said|tell|told|won|win|now|then|just|still|also|even|again|ever|never|always|yes|yeah|yep|okay|well|here|there|it's|i'm|i've|i'll|i'd|we're|we've|we'll|we'd|you're|that's|what's|he's|she's|they're|much|many|today|tomorrow|yesterday|week|weeks|month|year|next|last|thanks|please|sorry|work|works|idea|ideas|moment|moments|experience|other|each"

export const ENGLISH: CueTable = {
  cues: [
    ...DECISION,
    ...CHANGE,
    ...OUTCOME,
    ...DONE,
    ...FAILED,
    ...OPEN,
    ...CAUSE,
    ...REQUIREMENT,
    ...CONSTRAINT,
    ...PREFERENCE,
    ...IDENTITY,
    ...SAFETY,
    ...PLAN,
  ],
  concrete: new RegExp(
    `\\d|(?<![\\w'-])(?!(?:${[...ENGLISH_STOP_WORDS].join('|')}|${HOLLOW})(?![\\w'-])|[\\w-]+(?:ing|ly)(?![\\w-]))\\p{L}[\\w'-]{2,}`,
    'iu',
  ),
  blockers: [
    // Questions, also without their mark, and what only leads on from one.
    { pattern: /[?？]["'”’)\]]*\s*$/u, unless: all('you (?:please |pls )?(?:always|never|stop \\w+ing)') },
    {
      pattern: all(`
        ^(?:and |but |so |ok(?:ay)?,? |hey,? |also,? )*(?:what|why|how|when|where|who|which|whose)(?:'s|'re|'d)? (?:is|are|was|were|do|does|did|should|would|could|can|will|happens?|if|about|\\w+ (?:do|does|did|is|are|should|would)) 
        ^(?:and |but |so )*(?:do|does|did|is|are|was|were|can|could|would|should|shall|will|has|have) (?:i|we|you(?! (?:please |pls )?(?:always|never|stop))|it|that|this|there|they|the|my|our)
        (?:can|could|would|will) you (?:please )?(?!always|never|stop)\\w+
        makes me wonder
      `),
    },
    {
      where: 'before',
      pattern: /[?？]["'”’)\]]*\s*$/u,
      types: ['outcome', 'cause', 'plan', 'change'],
      unless: all('<we> (?:decided|agreed|fixed|shipped|switched)|correction|scratch'),
    },
    {
      where: 'before',
      pattern: all(
        '(?:can|could|would|will) you|^(?:please |pls |now )*(?:make|turn|write|give|convert|draft|shorten|translate|rewrite)',
      ),
      types: ['requirement', 'constraint'],
      unless: all('^<opener>(?:the|our|all|every|each|no|only|we|my|nobody|nothing)'),
    },
    // What might be, or might have been.
    {
      pattern: all(`
        ^(?:and |but |so |well,? )*(?:suppos(?:e|ing)|imagine|assuming|provided|in case|say|let's say|pretend|hypothetically|in theory|in a (?:world|parallel)|what if|if only|had (?:the|we|i|it)|were (?:we|i) to|given infinite)
        if … (?:would|'d|could|might|were)
        (?:would|could|should|might) have
        (?:i|we|it|that|you|they|he|she)(?:'d| would) (?:be|love|sell|kill|give|move|probably|have|do anything)
        i wish|one day|some ?day|at some point
      `),
      unless: all('<illness>'),
    },
    {
      pattern: all(`^<opener>(?:if|unless|when|whenever|should) … (?:i'm|i'll|we'll|i am|we|i) `),
      types: ['plan', 'decision', 'outcome', 'identity', 'change'],
    },
    // Not decided, not known.
    {
      pattern: all(`
        (?:maybe|perhaps|possibly|probably|presumably|might|not sure|unsure|not certain|undecided|unclear|i guess|i suppose|i (?:kinda |kind of )?(?:suspect|bet)|i (?:think|feel like) (?:i|we|it)|i'm sure (?:you|people|they)|i wonder|wondering|tempted|no idea|no clue|dunno|hopefully|fingers crossed)
        (?:haven't|hasn't|have not|has not|not yet|didn't|did not|can't|cannot|couldn't|nobody|yet to|still (?:have|need) to|not) (?:\\w+ )?(?:decided?|settled?|agreed?|chosen|made up|know|finali[sz]ed?|picked|figured)
        (?:still|an|is|remains|left) (?:open|undecided|being discussed|under discussion|unresolved|open question|in the air|up in the air)(?! (?:source|book))
        (?:thinking (?:about|of)|considering|debating|weighing|toying with|leaning|torn between|on the fence|going back and forth|mulling)
        (?:i|we) (?:don't|do not) (?:\\w+ )?(?:know|remember|expect)
        (?:could|may) (?:also )?be
        (?:too early|hard|difficult) to (?:say|tell|judge)
        (?:depends|depending) on
        no decision
        whatever you|up to you|your call
        (?:either way|one way or another|we'll see|let's see|who knows|remains to be seen|to be decided|tbd|tbc|up for debate|still waiting)
        it (?:seems|looks|feels) (?:like|as if)
      `),
      unless: all(
        `(?:already|now) (?:decided|agreed)|<illness>|(?:find|found) … (?:hard|difficult) to|<number> (?:possibly|probably)`,
      ),
    },
    // Said, and taken back in the same breath.
    {
      where: 'message',
      pattern: all(`
        (?:don't (?:hold|quote) me|nothing(?:'s| is) (?:settled|decided|fixed|final|set)|(?:a |that's a )big if|ask me (?:again|when|later)|(?:we'll|let's) see(?: what| how| if)?|sleep on it|who knows|dunno yet|back and forth|one can dream|if only(?=[.!,]|$))
      `),
      types: ['decision', 'plan', 'change', 'requirement', 'preference', 'identity'],
      unless: all("we(?:'ve| have)? (?:decided|agreed|settled)"),
    },
    // Somebody else's words.
    {
      pattern: all(`
        (?:according to|apparently|supposedly|allegedly|reportedly|rumou?r has it|word is|they say|i (?:heard|overheard|was reading|(?:read|saw) (?:that|somewhere|about|in|on|an?|the other))|legend has it)
        (?:somebody|someone|he|she|(?:his|her|their) \\w+) (?:\\w+ )?(?:told|says?|said|claims?|claimed|mentioned|insist(?:s|ed)|swears?)
        (?:some|a|an|one|every|many|most|that) (?:\\w+ ){0,3}(?:guy|guys|people|friend|podcast|article|blog|post|tutorial|talk|video|paper|book|reviewer|commenter|thread|influencer|speaker|stranger|forum|youtuber) (?:…)?(?:says?|said|claims?|claimed|swears?|thinks?|suggests?|suggested|recommends?|recommended|argues?|argued|told|insists?|insisted|calls?|called|wrote|writes|on)
        the (?:[\\w-]+ )?[\\w-]+ (?:says?|states?|reads|claims?|warns?|recommends?|suggests?)
        the (?:docs?|documentation|manual|readme|spec|standard|rfc|article|guide|tutorial|book|post|blog|wiki|handbook|label) (?:\\w+ )?(?:said|mentions?|puts?|explains?|lists?)
        (?:people|everyone|everybody|they|experts|reviewers|twitter|reddit|the internet) (?:online |on \\w+ |always |all )?(?:says?|claims?|swears?|thinks?|keeps?|seems? to|recommends?|insists?|raves?)
        (?:says|said|writes) (?:the|that the) (?:docs?|documentation|manual)
        ^<opener>(?:was |been )?(?:reading|watching|listening to|read|watched|saw|overheard) (?:about|an?|this|that|some)
      `),
      unless: all(`<authority> (?:\\w+ )?(?:says?|said|wants?|insists?|told|decided)|<illness>`),
    },
    {
      where: 'before',
      pattern: all(
        `^<opener>(?:was |been )?(?:reading|watching|listening to|read|watched|saw|overheard) (?:about|an?|this|that|some)`,
      ),
      types: [...UNDERTAKING, 'preference'],
      unless: all('<we>'),
    },
    // Somebody else's doings.
    {
      pattern: all(`
        ^<opener>(?:my|his|her|their|our|an?|some|this|that|the|one) (?:[\\w-]+ ){0,3}(?:colleague|uncle|aunt|cousin|neighbou?r|friend|mate|roommate|flatmate|housemate|in-law|co-?worker|hairdresser|barber|ex|guy|girl|woman|man|lady|couple|stranger|people|kids next door|startup)s?(?![\\w'-])(?!'s? (?:name|birthday))
        ^<opener>(?:he|she|his|her)(?:'s|'ll)? 
      `),
      types: [...UNDERTAKING, 'preference', 'identity'],
      unless: all('<illness>'),
    },
    {
      pattern: all(
        `^<opener>(?:my|his|her|their|our) (?:\\w+ )?<kin> (?:\\w+ )?(?:thinks?|thought|says?|said|swears?|believes?|reckons?|claims?|claimed|keeps?|insists?|insisted|argues?|argued|recommends?|suggests?|would|wants|prefers?|hates?|loves?|told|decided|is convinced|considers?|always|never|only|got|bought|won)`,
      ),
      unless: all('<illness>'),
    },
    // Addressed to the other: praise, advice, reactions.
    {
      pattern: all(
        `^<opener>(?:(?:all |both )?your|you|you're|you've|congrat\\w*|wow|glad|thanks|thank you|good luck)`,
      ),
      types: ['decision', 'plan', 'change', 'outcome', 'cause', 'requirement', 'identity'],
      unless: all('(?<=[,!;:] )(?:we|i)'),
    },
    {
      pattern: all(`^(?:ugh|wow|whoa|woah|omg|aww?|yay|gosh|oof|man|damn|yikes|phew|argh)`),
      types: ['preference', 'requirement', 'constraint'],
    },
    // Not meant.
    {
      pattern: all(`
        (?:cat|dog|printer|laptop|weather|universe) (?:has |have )?decided
        (?:lol|lmao|rofl|haha+|hehe+|jk|only joking|i swear|over my dead body|in my next life|when pigs fly|not literally)
        (?:a (?:million|billion|gazillion|thousand) (?:times|years)|to death|literally (?:die|dying|every))
      `),
      unless: all('<illness>|^(?:haha+|lol) '),
    },
    {
      pattern: /[😂🤣😜😆🙃]|(?<=\s)(?:[:;]-?[DPp)]|xD)(?=\s*$)/u,
      unless: all('<illness>|<we> (?:decided|agreed)'),
    },
    {
      where: 'message',
      pattern: all(`
        (?<!not )kidding|jk|only joking|what could (?:possibly )?go wrong|^oh (?:sure|great|joy|brilliant),|^(?:brilliant|great|fantastic|wonderful|lovely),? (?:another|just what|exactly)|exactly what i (?:always )?(?:wanted|needed)|highlight of my|i have spoken
        (?<=[.!?] )(?:haha+|lol|lmao)(?=\\W*$)|haha+(?=\\W*$)|(?<=[.!?] )(?:haha+|lol|lmao),
      `),
    },
    // This answer only, this moment only.
    {
      pattern: all(`
        (?:in|from|of|for) (?:the|this|that) (?:snippet|paragraph|sentence|output|answer|reply|list|slide|table|example|file|function|email|draft|message)(?: above| below)?
        (?:this time|just this once|for this (?:one|answer|reply|question)|the (?:last|previous|second|first) (?:sentence|paragraph|answer|reply|function|version) (?:again|into|instead))
        (?:one more time|once more|try again|start over)
      `),
      types: ['preference', 'requirement', 'decision', 'change', 'constraint'],
      unless: all(`from now on|every|always|all `),
    },
    {
      pattern: all(
        `^(?:please |pls |now |then |and )*(?:help|give|show|write|draft|list|make|summari[sz]e|explain|translate|shorten|suggest|find|compare|tell|describe|come up)(?! sure)`,
      ),
      types: ['requirement', 'constraint', 'decision', 'outcome'],
      unless: all('every|always|never'),
    },
    {
      pattern: all(`
        (?:i|we)(?:'ll| will|'m going to| am going to|'m gonna) (?:just |now |quickly |first |then |go )*(?:check|try|look|have (?:(?:a|another) look|lunch|dinner|coffee|breakfast|a)|see|read|think|let you|get back|send you|paste|be (?:back|right|there)|grab|ask|do (?:that|it|this|so)|take a (?:look|break|walk|nap|shower)|report back|go|bed|sleep|eat|copy|need|wait|get (?:a |some )?(?:coffee|lunch|food))
        (?:i|we)(?:'m| am|'re| are) (?:just |still |now |currently )*(?:looking|trying|wondering|waiting|getting|having|reading|running|working on|seeing|debugging|asking|testing|sitting|feeling|making coffee)
      `),
      types: ['plan'],
      unless: all(
        '(?:on|from) (?:the )?\\d|next|(?:in|on) (?:mon|tues|wednes|thurs|fri|satur|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\\w*',
      ),
    },
    {
      pattern: all(
        `(?:brb|afk|be right back|off to (?:bed|sleep|work|lunch)|(?:continue|carry on|pick (?:this|it) up|chat|resume|get back to (?:this|it)|finish this) (?:tomorrow|later|tonight|then|after|on)|talk to you|see you|hold on|hang on|one (?:sec|second|moment)|good (?:night|luck)|if that's (?:ok|fine))`,
      ),
      types: ['plan', 'outcome', 'decision'],
    },
    { pattern: all(`^(?:until|unless|before(?! [^,:.]{1,30}:)|once|precondition)`), types: ['outcome'] },
    // Not done, or not yet.
    {
      pattern: all(
        `(?:haven't|hasn't|didn't|not|never|yet to|to be|will be|should be|must be|could be|can be|would be|won't be|before|until|once|if|when) (?:\\w+ ){0,3}?<finished>`,
      ),
      types: ['done'],
    },
    // Routine runs report nothing that lasts.
    {
      pattern: all(`
        ^(?:all )?(?:the |<number> )?(?:\\w+ )?(?:tests?|build|lint\\w*|type ?checks?|compil\\w+|command|script|checks|output)\\b(?!.{0,60}(?:from|min|second|hour))
        (?:same as before|the same (?:output|result|warning|error)|again|as expected|still (?:running|going|compiling|building|loading)|so far so good)
      `),
      types: ['outcome', 'cause', 'done'],
      unless: all(`<we> (?:shipped|launched|fixed)|from … to <number>|because|only`),
    },
    // The assistant teaches, advises, offers, repeats and speaks of itself.
    {
      from: 'assistant',
      pattern: all(`
        (?:you (?:can|could|should|may|might|want|need|asked|mentioned|said|'d)|you(?:'re|'d)|would you|your (?:question|options?|goal)|i(?:'d| would|'ll| can| could| will)|let me|shall i|want me|happy to|if (?:you|i|that|the)|consider|generally|usually|typically|often|commonly|normally|tends? to|best (?:practice|to)|one option|another (?:option|way)|an option|a (?:common|typical|good|popular) (?:approach|way|choice|cause|reason)|many (?:teams|people)|most (?:teams|people)|people|worth (?:a try|trying|checking)|recommend\\w*|suggest\\w*|for example|e\\.g\\.|as an (?:ai|assistant)|language model|i am|i'm)
      `),
      unless: all(
        `^(?:fixed|confirmed|done|solved|resolved)[:.,! ]|root cause (?:is|was)|^(?:(?:i|we)(?:'ve| have)? )?<finished> [^;!?\\n]{0,160}?<place>`,
      ),
    },
  ],
  cancelled: all(
    `(?:cancel\\w*|called off|call off|shelved|scrapped|fell through|not (?:happening|going ahead|taking place)|isn't (?:happening|going ahead|taking place)|won't (?:happen|take place)|postponed indefinitely|is off|it off)`,
  ),
  ongoing: all(`since|ever since|as of`),
  towards: /\b(?:to|until|till|on|for)(?: the)? $/iu,
  refused:
    /(?:\bnot|n['’]t|\bno longer|\bwithout)\s+wait(?:ing)?\s+(?:for|until|till)(?:\s+the)?\s+$|\b(?:instead of|rather than|not)\s+(?:on\s+|in\s+)?$/iu,
  announcement:
    /^(?:ok(?:ay)?,? |so,? |right,? )*(?:(?:it's )?(?:final )?(?:decided|agreed|settled|done deal|decision|confirmed|verified|fixed|solved|resolved|update|good news|bad news|heads[- ]up)|(?:small |quick |one |a )*correction|(?:i|we)?(?: finally)? ?(?:found|figured) (?:it|the (?:culprit|cause|bug|problem|leak))(?: out)?|i traced it[\w ]*|(?:pls |please )?(?:scratch|ignore|forget|disregard) (?:that|what i (?:said|told you|wrote)(?: about [\w' -]+)?)|i was wrong(?: about [\w ]+)?|(?:i|we)(?:'ve| have)? (?:finally )?made (?:up (?:my|our) minds?|a decision|the call)(?: (?:about|on) [\w' -]+)?|so it wasn't [\w' -]+)(?:,? (?:sorry|my bad|finally|at last|everyone|and i feel [\w ]+))*[.!:]$/iu,
  dependent:
    /^(?:(?:and|but|so|because|also|then|that|this|it|they|he|she|these|those|same|which|both)(?:'s|'ll|'re)?\b|(?:otherwise|instead|explains)\b)/iu,
  request: all(`
    (?:can|could|would|will) you
    ^(?:please |now |then |ok(?:ay)?,? |hi,? |hey,? )*(?:help|add|write|fix|explain|show|make|create|find|check|give|draft|review|rewrite|summari[sz]e|translate|compare|list|plan|build|implement|refactor|update|remove|rename|suggest|tell|run|set up|design|sort|look|describe|convert|generate|move|change|open|read|search|print|calculate|prepare|outline|debug|test|install|deploy)
    (?:i|we)(?:'d| would)? (?:need|want|like) (?:you )?(?:to|a|an|some|help)
    (?:how (?:do|can|should|would|to)|what(?:'s| is| are| should| would)|why|which|where|when (?:do|does|is|should)|is there|should (?:i|we)|do (?:i|we|you))
    please
  `),
  pleasantry:
    /^(?:(?:hi|hello|hey|thanks|thank you|good (?:morning|evening|afternoon)|morning|ok(?:ay)?|great|nice|sure|perfect|cool|got it|yes|no|yep|right)(?: (?:there|again|all|everyone|so much|a lot))?\s*[,.!—-]+\s*)+/iu,
  quotation: /“[^”\n]{12,}”|"[^"\n]{12,}"|(?<![\p{L}\p{N}])['‘][^'’\n]{12,}['’](?![\p{L}\p{N}])/gu,
}
