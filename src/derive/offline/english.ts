/**
 * What English says when something is decided, required, preferred, planned or done, and what only looks like it.
 *
 * Owns: the English cues. Same parts in the same order as its twin `chinese.ts`; the notation is in `cue-table.ts`.
 */
import { type Cue, type CueTable, OUTRIGHT, phrases, STRONG, WEAK } from './cue-table.ts'

const PARTS = {
  /** The person or the group, with a perfect or an adverb. */
  we: "(?:we|i)(?:'ve| have| had|'d)?(?: (?:just|now|all|both|already|finally|also|then|recently|jointly|officially|collectively|\\w+ and i))*",
  /** The same, in a state. */
  weAre:
    "(?:we|i)(?:'re|'m| are| am)(?: (?:just|now|all|both|definitely|also|officially|only|therefore|probably not))*",
  weWill: "(?:we|i)(?:'ll| will)(?: (?:just|now|all|both|definitely|also|only|then|simply|always))*",
  /** Whose word binds the undertaking. */
  authority:
    '(?:the|our|my|their) (?:\\w+ )?(?:team|board|client|customer|boss|manager|management|committee|council|supervisor|adviser|advisor|professor|editor|publisher|legal|compliance|security|ops|finance|landlord|landlady|ministry|regulator|school|university|faculty|department|organi[sz]ers?|architect|insurer|bank|city|venue|ceo|cto|cfo|lead|director|jury|parents|family|stakeholders?|sponsors?|group|crew|staff|panel|commission)|legal|compliance|management|finance|ops|procurement',
  /** A thing of the undertaking, as a subject. */
  thing: "(?:the|our|this|these|those|all|every|each|any)(?: [\\w'’/.-]+){1,6}",
  number:
    '(?:[€$£#]?\\d[\\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|half|a (?:third|quarter|hundred|thousand|dozen))',
  /** What people do again and again. */
  habit:
    'eat|drink|use|fly|drive|work|read|buy|travel|take|write|watch|wear|cook|sit|book|run|start|schedule|answer|code|test|commit|pay|shop|study|meet|train|listen|stay|order|name|indent|format|draw|teach|ride|cycle|walk|smoke|keep',
  fault:
    "(?:leaks?|bugs?|crash(?:es|ed)?|outages?|errors?|failures?|fail(?:s|ed|ing)?|slow\\w*|delays?|glitch\\w*|flak\\w+|time-?outs?|regressions?|hangs?|noise|damp|mou?ld|losses|loss|freezes?|spikes?|incidents?|problems?|issues?|faults?|stutter\\w*|mismatch\\w*|duplicates?|wrong|broken|breaks?|broke|missing|corrupt\\w*|stall\\w*|drops?|lag|blank|reject\\w*|downtime|cracks?|stains?|smell|warp\\w*|die[sd]?|dying|dead|trips|tripping|wilt\\w*|stopped|leaking|won't (?:start|boot|open|load)|blurry|garbled|4\\d\\d|5\\d\\d)",
  illness:
    '(?:allerg\\w+|intoleran\\w+|anaphyla\\w+|epilep\\w+|diabet\\w+|asthma\\w*|co?eliac|pregnan\\w+|pacemaker|ha?emophili\\w+|insulin|warfarin|blood thinners?|anticoagulants?|statins?|antidepressants?|beta[- ]?blockers?|lithium|metformin|cortisone|steroids|chemo\\w*|dialysis|migraines?|seizures?|blood pressure|hypertension|heart (?:condition|disease|attack|problem)|kidney (?:disease|stones?|problem)|arthritis|depression|anxiety disorder|adhd|dementia|medication|epipen|inhaler|immunosuppress\\w+|transplant|stroke|concussion|vertigo|claustrophob\\w+)',
  person: "(?:i|i'm|i've|me|my|we|our|us)",
  intent:
    "(?:we|i)(?:'ll| will|'m going to|'re going to| am going to| are going to|'re gonna|'m gonna| want to| plan to| intend to| hope to| aim to|'d like to| need to| have to| must)",
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
    <we> (?:decided|agreed(?! with)|settled (?:on|for)|chosen|chose|picked(?! up)|opted|voted|ruled out|concluded|committed to|signed off|gone with|went with|landed on|ended up (?:choosing|picking|using|going with|with|buying)|said (?:yes|no) to|made up (?:my|our) minds?)
    (?:<authority>|everyone|everybody|all of us) (?:has |have |just |finally |unanimously )*(?:decided|agreed|approved|signed off|chose|picked|voted|opted|settled|ruled|greenlit|gave (?:us )?(?:the|their) (?:go-ahead|green light|ok|okay|blessing))
    (?:it's|it is|that's|this is|everything is|that is) (?:settled|decided|agreed|official|a deal)
    the (?:decision|verdict|choice|winner|vote|final (?:call|answer|choice|pick)) (?:…)?(?:is|was|fell|went|:)
    ^(?:final )?(?:decision|decided|agreed|settled|verdict)(?: made)?(?:[:.]| that)
    ^(?:ok(?:ay)?,? |so,? |just |finally |yesterday,? |today,? )*(?:decided|agreed|chose|settled|voted|going|sticking|staying) (?:to|on|that|with|for)
    <weAre> (?:going|gonna go|staying|settling|proceeding|standardi[sz]ing) (?:with|for|on)
    <weAre> sticking (?:with|to)
    <weAre> having(?! (?:trouble|problems|issues|an?|lunch|dinner|breakfast|fun|difficult\\w*|second))
    we go (?:for|with)
    ^[\\w .+-]{2,30} wins?(?=[.!,;]|$)
    <weWill> (?:go (?:with|for)|stick (?:with|to)|stay (?:with|on)|settle (?:for|on)|standardi[sz]e on)
    let's (?:go (?:with|for)|use(?! this)|stick (?:with|to)|settle (?:on|for)|keep(?! going)|drop|skip|take(?! a (?:break|look|step|moment))|adopt|stay (?:with|on)|call it|name it|switch to|move to|make it)
    ^(?:ok(?:ay)?,? |right,? |so,? |then,? |alright,? |and )*[\\w][\\w .+#'-]{0,40}? it is(?=[.!,;]|$)
    (?:off the table|out of the running|won't make the cut|gets the (?:job|contract|commission))
    <weAre> (?:not )?(?:dropping|ditching|skipping|adopting|keeping|abandoning|discontinuing|retiring|sunsetting|scrapping|leaving out|using|replacing|cutting)
    (?:settled|decided|clinched|sealed) it
    (?:is|are) (?:now )?(?:settled|decided|final)(?! (?:by|on))
    <weWill> (?:not|never) (?:use|support|do|build|offer|ship|include)
    <we> (?:turned down|rejected|discarded|dismissed|dropped|ditched|abandoned|scrapped|shelved the)
  `,
  ),
  cue(
    'decision',
    WEAK,
    `
    <weWill> (?:use|take|keep|report|do|build|buy|adopt|drop|skip|store|write|switch|move|paint|serve|hold|host|rent|make|run|have|put|cut|get|leave|teach|grade|cook|plant|order|hire|print|publish|offer|charge|ship|split|merge)
  `,
  ),
  cue('decision', WEAK, `<weAre> not (?:going to|\\w+ing)`),
  cue(
    'decision',
    WEAK,
    `(?:instead of|rather than|over the|in favou?r of|[\\w-]+, not|and not|no longer|but not|instead)`,
  ),
  cue(
    'decision',
    WEAK,
    `(?:talked|thought|went) (?:it|this|that|things) (?:over|through)|slept on it|discussed|discussion|debate|after all|in the end|final`,
  ),
]

const CHANGE: readonly Cue[] = [
  cue(
    'change',
    OUTRIGHT,
    `
    ^(?:small |quick |one |a |sorry,? |important )*correction
    (?:scratch|strike|disregard|forget|ignore) (?:that|what (?:i|we)|my (?:earlier|last|previous)|the (?:earlier|previous|old)|everything i)
    i (?:was (?:wrong|mistaken)|misspoke|misread|mixed up|(?:had|got|told you) … wrong)
    (?:i|we) had (?:it|that|them|this) (?:down )?as
    wrong (?:figure|number|date|name|time|link|version|address|file|amount)(?=[:,])
    (?:not|isn't|wasn't|aren't) … as i (?:said|wrote|told you)
  `,
  ),
  cue(
    'change',
    STRONG,
    `
    <we> (?:switched|swapped|replaced|migrated|renamed|converted|traded|exchanged|rebranded|overhauled|upgraded|downgraded)
    we(?:'ve| have)? (?:changed|moved|went|shifted|gone) … (?:from … )?to
    we (?:change|switch|move|go|migrate) (?:…)?from … to
    ^(?:ok(?:ay)?,? |so,? |just |finally |yesterday,? |today,? )*(?:switched|moved|migrated|changed|replaced|renamed) (?:…)?(?:from|to|with|by)
    <thing> (?:has |have |had |was |were |is |are |got |been |now )+(?:moved|postponed|pushed (?:back|out)|brought forward|delayed|rescheduled|changed|replaced|renamed|bumped|extended|shortened|raised|lowered|increased|reduced)(?: back| forward| up| out)? (?:to|by|from|with|until)
    <thing> (?:moved|slipped|shifted|changed|switched) (?:from … )?to
    <thing> (?:is|are) now <number>
    (?:we|it|they|<thing>) (?:no longer|(?:don't|doesn't|isn't|aren't) … any ?more)
    <thing> (?:is|are) (?:now|from now on) … (?:instead of|not|rather than|no longer)
    (?:<authority>) (?:moved|postponed|pushed|brought|delayed|rescheduled|changed|raised|lowered|extended) …to
  `,
  ),
  cue('change', WEAK, `(?:[\\w-]+, not|rather than|instead of|but not)`),
  cue('change', WEAK, `(?:earlier|previously|originally|i said|i told you|used to|actually|before that)`),
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
    (?:went|dropped|fell|rose|improved|grew|shrank|climbed|increased|decreased|jumped|sank|came down|go|goes) (?:down |up )?from … to
    (?:dropped|fell|rose|improved|grew|shrank|climbed|increased|decreased|jumped|cut|reduced|shaved|saves?d?|gained|lost|halved|doubled) … (?:by|to) <number>
    (?:has|have|we|it|<thing>) (?:more than |almost |nearly )?(?:halved|doubled|tripled|quadrupled)
    <thing> (?:was|were|has been|have been|got|is|are)(?: (?:now|finally|successfully|fully|just|all))* (?:accepted|approved|published|shipped|launched|released|delivered|completed|finished|restored|granted|denied|rejected|sold|fixed|resolved|live|repaired|migrated|deployed|done|merged|complete|featured|nominated|selected|elected|awarded|shortlisted|funded)
    (?:was|were|is|are) (?:up|down) (?:by )?<number>
    ^(?!(?:i|it|he|she|we|they|you)\\b)(?:the |our )?(?:[\\w.-]+ ){0,3}[\\w.-]+ (?:is |was |has |have |just )*(?:finished|completed|succeeded|restored|went live|landed|came through|passed|tagged|deployed)\\b(?! (?:by|to)\\b)
  `,
    any,
  ),
  cue(
    'outcome',
    STRONG,
    `
    <we> (?:shipped|launched|released|published|submitted|delivered|won|sold|handed in|completed|wrapped up|deployed|signed|solved|got (?:the|our|a|accepted|approved|rejected|into)|passed|fixed|reached|hit (?:the|our|\\d)|beat|sold out)
    we(?:'ve| have)? lost (?:the|our)
    <thing> (?:went live|came (?:through|back (?:clean|positive|negative|from))|paid off|worked out|went (?:really |very |pretty |surprisingly |quite )*(?:well|smoothly|fine|badly|great|wrong)|failed|flopped|exceeded|outperformed|survived|held up)
  `,
  ),
  cue(
    'outcome',
    STRONG,
    `
    <we> (?:finished|fixed|defended|presented|installed|built|bought|opened|closed|repaired|hired|adopted|planted|painted|set up|handed over|moved into|merged|rebuilt|upgraded|cleaned|collected|raised|ran|held|received|got|tested|restored|completed)
    ^(?:ok(?:ay)?,? |so,? |just |finally |yesterday,? |today,? )*(?:finished|shipped|launched|released|fixed|submitted|deployed|passed|got)
  `,
    { when: 'past' },
  ),
  cue(
    'outcome',
    WEAK,
    `
    (?:converted|outperformed|beat|scored|achieved|handled|handles|sustained|held|matched|worked|finished|merged|built|installed|received|raised|sold|ended|closed|cost|took|attended|signed up|brought in|reached|came to|totall?ed|amounted to|saved|ran|failed|survived|measured|came out|arrived)
  `,
  ),
  cue(
    'outcome',
    WEAK,
    `(?:<number>\\s?(?:%|percent|ms|seconds?|minutes?|hours?|users|rows|people|guests|orders|copies|points?|euros|dollars|kg|km|gb|mb|times)|better|worse|faster|slower|zero|without a (?:single )?(?:hitch|problem|error))`,
  ),
  cue(
    'outcome',
    WEAK,
    `good news|bad news|finally|at last|great news|(?:first|second|third) (?:place|prize)|awards?|results? (?:is|are|came) (?:in|back|out)`,
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
  `,
    any,
  ),
  cue(
    'cause',
    STRONG,
    `
    (?:the|our|a) (?:cause|culprit) (?:…)?(?:is|was|were|turned out)
    (?:figured (?:it )?out|mystery solved|got to the bottom of it|that explains it)(?:[:;,.–—-])
    the reason (?:for|behind|why|was|is|… (?:is|was))
    (?:found out|discovered|learned|noticed) … because
    (?:was|were|is|are|got) (?:all |only |probably not )?(?:caused|triggered|provoked) by
    (?:is|was|were|are) (?:down|due) to
    (?:turns|turned) out … (?:because|so that|was|were|had|has|is|are|didn't|doesn't|never) 
  `,
  ),
  cue(
    'cause',
    WEAK,
    `(?:comes|came|stems|stemmed|results|resulted|arises|arose) from|(?:happens|occurs|appears|shows up|fails?) (?:only )?(?:when|after)`,
  ),
  cue('cause', WEAK, `because(?: of)?|which is why|that's why|so that's why`),
  cue('cause', WEAK, `<fault>`),
]

const REQUIREMENT: readonly Cue[] = [
  cue(
    'requirement',
    STRONG,
    `
    (?<!(?:^|[^\\w])(?:you|i|it|that|this|there|he|she|they|we|someone|somebody)(?:'ll)? (?:also |just |still |really |first )?)must(?! (?:have (?:been|\\w+ed)|admit|say|confess|not|never|be (?:somewhere|something|wrong|because|due|missing|broken|kidding|joking|a (?:bug|typo|mistake)|the (?:reason|cause))))
    (?:it|this) must (?:be (?:able|possible|\\w+ed)|run|work|support|fit|have|handle|stay|show|keep|look|include|contain)
    (?<!(?:^|[^\\w])(?:you|i|he|she|they|we|someone|somebody|that)(?:'ll)? (?:also |just |still |really |first |all )?)(?:has to|needs to|shall)(?! (?:go|be (?:a|the|some|wrong))\\b)
    (?:<thing>) (?:have to|need to)
    we (?:need|have|must|ought)(?: to)? (?:support|meet|comply|handle|pass|ensure|include|provide|guarantee|cover|satisfy|conform|fulfil)
    (?:every|each|all)(?: [\\w'’/-]+){1,5} (?:needs?|must|should|requires?)
    (?:is|are) (?:required|mandatory|compulsory|obligatory|a must|essential|non-negotiable)
    requirements?(?: is|:| from)
    ^(?!(?:i|we|you|they|people|humans|kids|plants|things)\\b)(?:the |our |all )?(?:[\\w-]+ ){0,2}[\\w-]+s (?:need|have to|must)
    (?:<authority>) (?:wants?|requires?|insists?|expects?|demands?|needs?|asked for|asks for|is asking for)
    <thing> (?:requires?|demands?|calls for)(?! (?:a lot|some|no))
    (?:the|our|every|each|all)(?: [\\w'’/-]+){1,4} should(?! (?:i|we|have been))
    (?:is|are) supposed to(?! (?:be (?:a|the)|know)\\b)
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
    (?:forbidden|prohibited|off[- ]limits|banned|not an option|out of the question|ruled out by|hard (?:limit|constraint|cap|stop)|red line)
    (?:nothing|no one|nobody|none of <thing>|no \\w+)(?: [\\w'’-]+){0,7} (?:may|can|must|should|is allowed|gets|goes)
    we (?:can't|cannot|can not)(?! (?:wait|find|figure|tell|reproduce|see|seem|decide|believe|imagine|remember|say|judge|agree|explain|get (?:it|this|that)))
    we (?:can|could|may) only
    ^only [\\w ]{2,24} (?:may|can|are allowed|is allowed|has access|have access)
    (?:we|i)(?:'ve)? (?:have|got) no (?:budget|access|permission|room|space|authority|internet|licen[cs]e|parking|storage)
    i (?:can't|cannot|can only) … (?:more than|before|after|until|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|over <number>)
    <thing> (?:can't|cannot|can not|can only|may only|must only|won't)
    (?:capped|limited|restricted|confined|maxed out) (?:at|to)
    (?:maximum|max|upper limit|limit|ceiling|cap|budget|quota|allowance) (?:of |is |was |for … is |… )(?:only |just |fixed at |set at |around |about )?<number>
    (?:only (?:has|have|had)|(?:has|have|got) only|there (?:is|are) only|there's only) (?:room for |space for )?<number>
    ^(?:and |also,? |but |please,? |sorry,? )?no (?!worries|problems|ideas|thanks|news|clues|doubts|signs|changes|errors|matches|results|plans)(?:[\\w'-]+ ){0,2}(?:[\\w'-]+(?:s|ing)|alcohol|meat|music|code|food|sugar|noise|pork|gluten|plastic|smoke|work|access|overtime|contact|homework|payment|javascript|software|data) (?:on|before|after|without|during|outside|over|between|unless|past|above|in the|at|from|for)
    (?<=^|[,;:.] |please )never (?!mind|ever mind|heard|seen|thought|knew|used|been|again)\\w+
    (?:blocks|forbids|prohibits|disallows|bans|refuses)(?! to)
    (?:doesn't|does not|won't|will not) (?:allow|permit|let us|install)
    only (?:allows|supports|accepts|permits|lets|runs on|works with)
    (?:read-only|frozen|feature freeze|code freeze|embargo\\w*|blackout period|locked until)
    limits? (?:us|me|you|it|the [\\w-]+)? ?to <number>
    (?:is|are) only (?:available|open|allowed|valid|possible|accessible)
    deadline (?:for … )?(?:is|was)|no later than|at the latest
    \\w+ freeze (?:starts|begins|is|until|from)
    (?:strict|fixed|firm|hard) (?:budget|deadline|limit|maximum|cap)
  `,
  ),
  cue(
    'constraint',
    WEAK,
    `(?:at most|no more than|not more than|below|within|less than|fewer than|not exceed|up to|under) <number>`,
  ),
  cue(
    'constraint',
    WEAK,
    `(?:budget|deadline|weight|limit|memory|quota|space|maximum|capacity|height|width|size|costs?|allowance|stay|keep)`,
  ),
  cue(
    'constraint',
    WEAK,
    `(?:everything|anything|whatever|all changes) (?:has to |must |needs to )?(?:goes?|except|we|is|passes)`,
  ),
  cue(
    'constraint',
    WEAK,
    `(?:please )?(?:don't|do not) (?:ever )?(?:push|commit|deploy|touch|merge|delete|edit|store|share|send|publish|change|modify|use|upload|install|book|schedule|paint|drill|park|plant|contact|mention)`,
  ),
  cue(
    'constraint',
    WEAK,
    `(?:in this (?:repo|repository|project|folder|branch|house|course|class|codebase)|without (?:asking|approval|a review|my|our|permission)|under any circumstances|not even|anywhere|to production|to main|at all)`,
  ),
]

const PREFERENCE: readonly Cue[] = [
  cue(
    'preference',
    STRONG,
    `
    i(?: really| much| generally| usually| always| strongly| still| just| absolutely| personally)* (?:prefer|favou?r|like|love|enjoy|adore|hate|dislike|detest|loathe|despise|avoid|swear by)(?! (?:it(?! when)|that|this|these|those|how|your|the (?:idea|way|look|sound|result|first|second|third|last|new|old|other)|where|to know|them|him|her)\\b)(?=[ ])
    i(?:'d| would) (?:much |far )?(?:rather|prefer|sooner|like to (?:stay|stick|keep))
    i (?:can't|cannot) (?:stand|bear|abide|concentrate|focus|work|think|sleep|read) (?!(?:this|that|it)\\b)\\w+
    i(?:'ve)? (?:don't|do not|never|only ever|only|always|usually|mostly|normally|typically|hardly ever|rarely|no longer) (?:<habit>)
    i (?:don't|do not) (?:like|enjoy|care for)
    (?:my|our) (?:\\w+ )?(?:favou?rite|preferred|preference|go-to)
    i(?:'m| am) (?:a (?:big |huge )?fan of|not a (?:big |huge )?fan|\\w* ?(?:more |most )?comfortable with|fond of|picky about|used to|(?:a |an )?(?:strict )?(?:vegan|vegetarian|pescatarian|teetotal\\w*)|a (?:morning|night|visual|dog|cat|tea|coffee|window|hands-on) \\w+)
    (?:works|suits|fits|is easiest|reads) (?:me )?(?:best|better|fine)? ?(?:for )me(?: best| better)?
    call me(?! (?:back|later|when|if|at|on|tomorrow|crazy|old|today|in|again|a)\\b)(?= )
    [\\w]+, (?:always|please always|every time|any day|whenever possible|as always)(?=[.,!]|$)
    i find … (?:easier|harder|clearer|distracting|annoying|hard to read|more readable|helpful|confusing)
  `,
  ),
  cue(
    'preference',
    WEAK,
    `
    (?<=^|[,;:.—–-] |so |and |then |but |please |always |never )(?:please |always |never )*(?:always|never|don't|do not|stop|avoid|keep|use|give|write|answer|reply|respond|explain|show|put|start|skip|leave|speak|talk|be|stick|address|ask|tell|mention|include|format|wrap|add|send|quote|translate|remind|begin|end|lead)
  `,
  ),
  cue(
    'preference',
    STRONG,
    `(?:short|shorter|long|longer|brief|concise|detailed|plain|formal|informal|simple|direct) (?:answers|replies|responses|explanations|messages|sentences)(?:,? (?:please|only|no \\w+))|how you (?:answer|reply|respond|write|talk|explain)`,
  ),
  cue('preference', WEAK, `i (?:<habit>) (?:everything|all my|mostly|most of)`),
  cue(
    'preference',
    WEAK,
    `(?:your (?:answers|replies|responses|explanations|messages|summaries|tone|suggestions)|when(?:ever)? you (?:\\w+)|from now on|from here on|going forward|in (?:the )?future|each time|every time|(?:only if|unless) i ask|by default|as a rule|you write to me|you talk to me)`,
  ),
  cue(
    'preference',
    WEAK,
    `(?:for|in|during|throughout|until the end of) (?:the (?:rest|remainder) of )?(?:this|today's|our current) (?:conversation|chat|session|thread|discussion)`,
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
    i (?:just |recently |now )?(?:moved (?:here|to|from|in)|grew up|was born|was raised|got (?:married|divorced)|retired|graduated|changed jobs|started (?:a new job|as|at|my own))
    i(?:'ve| have) (?:been|lived|worked|taught|run|owned|played) (?:(?:a|an|here|as|at|for|in|the) )?(?:…)?(?:since|for \\w+ (?:years|months|decades))
  `,
  ),
  cue(
    'identity',
    STRONG,
    `
    i(?:'m| am) (?:a|an|the) (?!bit|little|fan|huge|big|few|lot|mess|bad|total|complete|week|day|hour|while|minute|step)(?:[\\w-]+ ){0,3}(?:\\w{2,}(?:er|or|ist|ian|eer|ant|yst|ect|ess|man|woman)|nurse|chef|judge|student|parent|mother|father|mum|mom|dad|pilot|novice|native|coach|researcher|postdoc|phd|vet|clerk|scribe|widow\\w*|dentist|gp|surgeon|nanny)
    i (?:also |currently |now )?(?:teach|live|study|work (?:as|at|for|in|part|full|nights|shifts)|speak|come from|lead a|manage a|head|coach|volunteer)
    (?:i|we)(?:'ve)? (?:also |currently |now )?(?:run|own|have|got|lead|manage) (?:a|an|my own|the|one|two|three|four)(?: [\\w'’-]+){0,3} (?:business|company|shop|store|bakery|studio|farm|caf[eé]|restaurant|agency|practice|team|school|blog|lab|firm|startup|start-up|clinic|garage|orchestra|choir|band|club|theatre|theater|gallery|department|hotel|hostel|library|museum|charity|podcast|magazine|nursery|kindergarten|gym|bookshop|brewery|kids?|children|sons?|daughters?|twins?|dogs?|cats?|brothers?|sisters?|grandchildren)
    (?:my|our) (?:wife|husband|partner|son|daughter|kids?|children|mother|father|mum|mom|dad|parents|dog|cat|brother|sister|girlfriend|boyfriend)(?:'s name)?(?:,? \\w+,?)? (?:'s |is |are )?(?:called|named|a|an|\\d+|<number> years|lives?|works?|was born|attends|studies)
    i(?:'m| am) (?:completely |totally |quite |fairly |pretty |relatively )?(?:new to|a beginner|a newcomer|learning \\w+)
    as an? [\\w -]{3,30}, i
    we(?:'re| are) an? (?:…)?(?:team|family|company|startup|couple|group|studio|choir|school|club|cooperative|charity|band)
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
    `i (?:can't|cannot|mustn't|must not|shouldn't|am not allowed to) (?:have|eat|drink|take|tolerate|digest) (?!it|that|this)\\w+|i (?:carry|need|take|use) (?:an? )?(?:epipen|inhaler|insulin|blood thinners)|(?:allergic|intolerant) to|i(?:'m| am) on (?:\\w+ )?(?:medication|antibiotics|blood thinners)`,
  ),
  cue(
    'safety',
    WEAK,
    `(?:my|our) (?:son|daughter|wife|husband|partner|kids?|child|children|mother|father|mum|mom|dad|grand\\w+|brother|sister|baby|guests?|students?|best man)|<person>`,
  ),
  cue(
    'safety',
    WEAK,
    `(?:faint\\w*|choke|choking|suffocat\\w+|live wires?|asbestos|gas leak|toxic|poisonous|lethal|electrocut\\w+|collapses?|carbon monoxide|swell\\w*)`,
  ),
]

const PLAN: readonly Cue[] = [
  cue(
    'plan',
    OUTRIGHT,
    `
    (?:is|are|was|were|been|got|'s|be) (?:now |officially |all )?(?:cancelled|canceled|called off|shelved|postponed indefinitely|off(?= ?[.,;!])|on hold)
    (?:isn't|is not|aren't|not|won't be) (?:happening|going ahead|taking place)
    (?:fell through|won't happen|will not happen|won't take place|called it off)
    <we> (?:had to )?(?:cancel(?:led|ed)?|call(?:ed)? off|shelved?)
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
    (?:<thing>|my [\\w-]+|\\w+) (?:(?:is|are) (?:on|at|in|due|this|next|tomorrow|between|off)|starts?|begins?|takes place|happens|opens|closes|launches|ships|lands|arrives?|ends?|will|goes|go|kicks off|expires|leaves|is due|comes|visits|returns)
    tonight|this evening|later today
  `,
    { when: 'future' },
  ),
  cue('plan', WEAK, `<intent>`),
  cue('plan', WEAK, `(?:once|as soon as|after) (?:<thing>|we|i)`),
]

const all = (list: string) => phrases(list, PARTS, 'words')

export const ENGLISH: CueTable = {
  cues: [
    ...DECISION,
    ...CHANGE,
    ...OUTCOME,
    ...CAUSE,
    ...REQUIREMENT,
    ...CONSTRAINT,
    ...PREFERENCE,
    ...IDENTITY,
    ...SAFETY,
    ...PLAN,
  ],
  blockers: [
    // Questions, also without their mark.
    { pattern: /[?？]["'”’)\]]*\s*$/u },
    {
      pattern: all(`
        ^(?:and |but |so |ok(?:ay)?,? |hey,? |also,? )*(?:what|why|how|when|where|who|which|whose)(?:'s|'re|'d)? (?:is|are|was|were|do|does|did|should|would|could|can|will|happens?|if|about|\\w+ (?:do|does|did|is|are|should|would)) 
        ^(?:and |but |so )*(?:do|does|did|is|are|was|were|can|could|would|should|shall|will|has|have) (?:i|we|you|it|that|this|there|they|the|my|our)
        (?:can|could|would|will) you (?:please )?\\w+
      `),
    },
    // What might be, or might have been.
    {
      pattern: all(`
        ^(?:and |but |so |well,? )*(?:suppose|imagine|assuming|say|let's say|pretend|hypothetically|in theory|in a (?:world|parallel)|what if|if only|had (?:the|we|i|it)|were (?:we|i) to|given infinite)
        if … (?:would|'d|could|might|were)
        (?:would|could|should|might) have
        (?:i|we|it|that|you|they|he|she)(?:'d| would) (?:be|love|sell|kill|give|move|probably|have|do anything)
        i wish
      `),
    },
    // Not decided, not known.
    {
      pattern: all(`
        (?:maybe|perhaps|possibly|probably|presumably|might|not sure|unsure|not certain|undecided|unclear|i guess|i suppose|i wonder|wondering|tempted|no idea)
        (?:haven't|hasn't|have not|has not|not yet|didn't|did not|can't|cannot|couldn't|nobody|yet to|still (?:have|need) to|not) (?:\\w+ )?(?:decided?|settled?|agreed?|chosen|made up|know|finali[sz]ed?|picked)
        (?:still|an|is|remains|left) (?:open|undecided|being discussed|under discussion|unresolved|open question|in the air|up in the air)(?! (?:source|book))
        (?:thinking (?:about|of)|considering|debating|weighing|toying with|leaning towards?|torn between|on the fence|going back and forth|mulling)
        (?:i|we) (?:don't|do not) (?:\\w+ )?(?:know|remember)
        (?:could|may) (?:also )?be
        (?:too early|hard|difficult) to (?:say|tell|judge)
        (?:depends|depending) on
        no decision
        (?:either way|one way or another|we'll see|let's see|who knows|remains to be seen|to be decided|tbd|tbc|up for debate|still waiting)
        it (?:seems|looks|feels) (?:like|as if)
      `),
      unless: all(`(?:already|now) (?:decided|agreed)|<illness>|(?:find|found) … (?:hard|difficult) to`),
    },
    {
      pattern: all(`^(?:if|unless|when|whenever) … (?:i'm|i'll|we'll|i am)`),
      types: ['plan', 'decision', 'outcome', 'identity'],
    },
    // Somebody else's words.
    {
      pattern: all(`
        (?:according to|apparently|supposedly|allegedly|reportedly|rumou?r has it|word is|they say|i (?:heard|overheard|was reading|(?:read|saw) (?:that|somewhere|about|in|on|an?|the other))|legend has it)
        (?:somebody|someone) (?:\\w+ )?(?:told|says?|said|claims?|claimed|mentioned)
        (?:some|a|an|one|every|many|most|that) (?:\\w+ ){0,3}(?:guy|guys|people|friend|podcast|article|blog|post|tutorial|talk|video|paper|book|reviewer|commenter|thread|influencer|speaker|stranger|forum|youtuber) (?:…)?(?:says?|said|claims?|claimed|swears?|thinks?|suggests?|suggested|recommends?|recommended|argues?|argued|told|insists?|insisted|calls?|called|wrote|writes|on)
        (?:my|his|her|their|our|a) (?:\\w+ )?(?:colleague|brother|sister|uncle|aunt|cousin|neighbou?r|friend|mate|roommate|flatmate|in-law|brother-in-law|sister-in-law|father-in-law|mother-in-law|grandma|grandpa|grandmother|grandfather|coworker|co-worker|hairdresser|barber|dad|mum|mom|father|mother|wife|husband|ex)(?:s)? (?:\\w+ )?(?:thinks?|thought|says?|said|swears?|believes?|reckons?|claims?|claimed|keeps?|insists?|insisted|argues?|argued|recommends?|recommended|suggests?|suggested|would|wants|prefers?|hates?|loves?|told|decided|is convinced|considers?|always|never|only)
        the (?:docs?|documentation|manual|readme|spec|standard|rfc|article|guide|tutorial|book|post|license|licence|faq|blog|changelog|man page|wiki|handbook) (?:\\w+ )?(?:says?|said|states?|reads?|mentions?|recommends?|suggests?|claims?|puts?|explains?|lists?|warns?)
        (?:people|everyone|everybody|they|experts|reviewers|twitter|reddit|the internet) (?:online |on \\w+ |always |all )?(?:says?|claims?|swears?|thinks?|keeps?|seems? to|recommends?|insists?|raves?)
        (?:says|said|writes) (?:the|that the) (?:docs?|documentation|manual)
      `),
      unless: all(`<authority> (?:\\w+ )?(?:says?|said|wants?|insists?|told|decided)|<illness>`),
    },
    // Not meant.
    {
      pattern: all(`
        (?:cat|dog|printer|laptop|weather|universe) (?:has |have )?decided
        (?:lol|lmao|rofl|haha+|hehe+|jk|just kidding|only joking|i swear|over my dead body|in my next life|when pigs fly|not literally)
        (?:a (?:million|billion|gazillion|thousand) (?:times|years)|to death|literally (?:die|dying|every))
      `),
    },
    { pattern: /[😂🤣😜😆🙃]/u },
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
      pattern: all(`
        (?:i|we)(?:'ll| will|'m going to| am going to|'m gonna) (?:just |now |quickly |first |then |go )*(?:check|try|look|have (?:a look|lunch|dinner|coffee|breakfast|a)|see|read|think|let you|get back|send you|paste|be (?:back|right|there)|grab|ask|do (?:that|it|this|so)|take a (?:look|break|walk|nap|shower)|report back|go|bed|sleep|eat|copy|need|wait|get (?:a |some )?(?:coffee|lunch|food))
        (?:i|we)(?:'m| am|'re| are) (?:just |still |now |currently )*(?:looking|trying|wondering|waiting|getting|having|reading|running|working on|seeing|debugging|asking|testing|sitting|feeling|making coffee)
      `),
      types: ['plan'],
    },
    {
      pattern: all(
        `(?:brb|afk|be right back|talk to you|see you|hold on|hang on|one (?:sec|second|moment)|good (?:night|luck)|fingers crossed)`,
      ),
      types: ['plan', 'outcome', 'decision'],
    },
    { pattern: all(`^(?:until|unless|before|once|precondition)`), types: ['outcome'] },
    // Routine runs report nothing that lasts.
    {
      pattern: all(`
        ^(?:all )?(?:the |<number> )?(?:\\w+ )?(?:tests?|build|lint\\w*|type ?checks?|compil\\w+|command|script|checks|output)\\b(?!.{0,60}(?:from|min|second|hour))
        (?:same as before|again|as expected|still (?:running|going|compiling|building|loading)|so far so good)
      `),
      types: ['outcome', 'cause'],
      unless: all(`<we> (?:shipped|launched|fixed)|from … to <number>|because|only`),
    },
    // The assistant teaches, advises, offers, repeats and speaks of itself.
    {
      from: 'assistant',
      pattern: all(`
        (?:you (?:can|could|should|may|might|want|need|asked|mentioned|said|'d)|you(?:'re|'d)|would you|your (?:question|options?|goal)|i(?:'d| would|'ll| can| could| will)|let me|shall i|want me|happy to|if (?:you|i|that|the)|consider|generally|usually|typically|often|commonly|normally|tends? to|best (?:practice|to)|one option|another (?:option|way)|an option|a (?:common|typical|good|popular) (?:approach|way|choice|cause|reason)|many (?:teams|people)|most (?:teams|people)|people|worth (?:a try|trying|checking)|recommend\\w*|suggest\\w*|for example|e\\.g\\.|as an (?:ai|assistant)|language model|i am|i'm)
      `),
      unless: all(`^(?:fixed|confirmed|done|solved|resolved)[:.,! ]|root cause (?:is|was)`),
    },
  ],
  cancelled: all(
    `(?:cancel\\w*|called off|call off|shelved|scrapped|fell through|not (?:happening|going ahead|taking place)|isn't (?:happening|going ahead|taking place)|won't (?:happen|take place)|postponed indefinitely|is off|it off)`,
  ),
  ongoing: all(`since|ever since|as of`),
  towards: /\b(?:to|until|till|on|for)(?: the)? $/iu,
  announcement:
    /^(?:ok(?:ay)?,? |so,? |right,? )*(?:it's )?(?:final )?(?:decided|agreed|settled|done deal|decision|correction|confirmed|verified|found it|fixed|solved|resolved|update|good news|bad news|heads[- ]up)[.!:]$/iu,
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
