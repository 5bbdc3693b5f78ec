/**
 * How English says what holds, what changed and what is over.
 *
 * Owns: the English rules. Same parts in the same order as its twin `chinese.ts`; the notation is in `rule.ts`.
 * Mood (“now”, “no longer”, “will”) is taken out of a clause by `english-clauses.ts` before a rule sees it, so each
 * rule says only the plain form and the verbs of change.
 */
import { englishClauses } from './english-clauses.ts'
import { type Grammar, type Notation, type Rule, rulesOf } from './rule.ts'
import { ENGLISH_NOUNS } from './tools.ts'

const WORD = "[\\p{L}\\p{N}][\\p{L}\\p{N}'/-]*"
const CAPITAL = "\\p{Lu}[\\p{L}\\p{N}'&.-]*"
const NAME = `${CAPITAL}(?: (?:of |de |van |von |der |la |the )?${CAPITAL}){0,4}`
const TOOL = '[\\p{L}\\p{N}@][\\w.+#/@-]*(?: [\\p{Lu}\\p{N}][\\w.+#-]*){0,3}'
const THING = `(?:the|our|my|this) ${WORD}(?: ${WORD}){0,3}?|${NAME}`
const LIST = '(?:, and |, | and | or )'
const BE = '(?:am|is|are|was|were|be|been|has been|have been|got)'
/** What a tool is like, which is no part of its name. */
const SORT = '(?:(?:an?|the|our) )?(?:(?:local|hosted|self-hosted|managed|embedded|plain|shared) )?'
const PET =
  'dog|cat|puppy|kitten|rabbit|hamster|parrot|bird|horse|pony|guinea pig|turtle|tortoise|snake|fish|ferret'
const SPOUSE = 'wife|husband|partner|spouse|girlfriend|boyfriend|fiancée?'
const MEETING =
  '(?:standup|stand-up|sync|meeting|retro|retrospective|review|planning|call|class|lesson|training|lecture|workshop|1:1|one-on-one|demo|rehearsal|practice|seminar|session|check-in|town hall|interview|appointment)s?'
/** Of these a day is named once; the others come again. */
const ONCE = '(?:demo|interview|appointment|workshop|town hall|rehearsal)'
const SITE =
  '(?:office|server|headquarters|HQ|data cent(?:er|re)|lab|laboratory|warehouse|studio|shop|store|cluster|clinic|factory|restaurant|cafe|school|backup|database|rack)s?'
const JOB =
  '(?:\\w+ist|\\w*(?:engineer|developer|programmer|nurse|doctor|teacher|designer|manager|lawyer|analyst|architect|writer|author|baker|chef|cook|accountant|consultant|researcher|professor|lecturer|electrician|plumber|pilot|driver|farmer|artist|musician|photographer|editor|librarian|carpenter|mechanic|translator|interpreter|therapist|vet|veterinarian|pharmacist|founder|director|officer|administrator|technician|freelancer|surgeon|physician|paramedic|firefighter|student|intern|secretary|tutor|coach|trainer|barista|waiter|lead|CEO|CTO|CFO|PM|postdoc|gardener|tailor|actor|producer|politician|attorney|paralegal|midwife|optician|scientist|maintainer|bookkeeper|salesman|salesperson|recruiter))'
const HANDED = '(?:handed over|handed|transferred|passed)'
/** Of which a project has one, so that they need no article. */
const PARTS = '(?:tests|unit tests|issues|tickets|builds|CI|hosting|staging|production|code|everything)'
const MOVED = `(?<s>(?:the|our|my|this|their|his|her) ${WORD}(?: ${WORD}){0,2}?|everything|it all|${ENGLISH_NOUNS})`
const RUN =
  '(?<s>CI|(?:all )?(?:the |our )?(?:tests|test suite|pipeline|build|builds|checks))(?: (?:after|on|with|for|under) .{1,60}?)?'
const CHECKED = `(?<s>CI|(?:all )?(?:the )?tests|${THING})(?: (?:after|on|with|for|under) .{1,60}?)?`
const SHIFTED =
  '(?:moved|changed|pushed|postponed|extended|raised|cut|increased|lowered|reduced|shifted|brought|dropped|went up|went|rose|bumped|delayed|rescheduled|set|move|change|push|postpone|extend|raise|shift|reschedule)(?: back| up| down| forward| out)?'

const PROPERTIES: ReadonlyMap<string, string> = new Map(
  (
    [
      ['due-date', 'deadline|due date|submission date|cut-off date'],
      ['budget', 'budget'],
      ['price', 'price|cost|fee'],
      ['port', 'port'],
      ['address', 'url|endpoint|base url|address|host name|hostname'],
      ['owner', 'owner|maintainer|tech lead|code owner|lead'],
      ['version', 'version'],
      ['license', 'license|licence'],
      ['default-branch', 'default branch|main branch'],
      ['name', 'name'],
      ['spelling', 'spelling'],
      ['birthday', 'birthday|date of birth'],
      ['email', 'email|email address|e-mail'],
      ['time-zone', 'time zone|timezone'],
      ['reports-to', 'manager|boss|supervisor'],
      ['partner', SPOUSE.replace('e?', '')],
      ['job', 'job|job title|profession|role'],
    ] as const
  ).flatMap(([relation, nouns]) => nouns.split('|').map(noun => [noun, relation] as const)),
)
const PROPERTY = [...PROPERTIES.keys()].toSorted((a, b) => b.length - a.length).join('|')

const ENGLISH_NOTATION: Notation = {
  tail: '(?:,? (?:since|from|as|in|on|for|at|to|with|because|after|before|due|thanks|today|yesterday|here|there|via|through|over|across|everywhere|so|when|while|until|this|last|next|by|under|these|without trouble|during|around|about|tomorrow|then|it|too|together|once|as soon as)(?: .*)?)?',
  parts: {
    end: '(?:,? (?:since|because|from now on|as of|instead|due to|thanks to|after|so|though|this time|until|for now) .*|, (?!\\d).*)?',
    who: `(?<s>I|we|the user|user|${NAME})`,
    thing: `(?<s>we|I|${THING}|${PARTS})`,
    actor: `(?<a>we|I|the user|user|the team|${NAME})`,
    object: `(?<v>${THING})`,
    name: `(?<v>${NAME})`,
    person: `(?<v>me|I|the user|${CAPITAL}(?: ${CAPITAL}){0,2})`,
    tool: `${SORT}(?<v>${TOOL}(?:${LIST}${TOOL}){0,4})`,
    old: `(?<old>${TOOL})`,
    noun: `(?<c>${ENGLISH_NOUNS})`,
    words: `(?<v>(?:${WORD})(?: ${WORD}){0,3}?)`,
    list: `(?<v>${WORD}(?: ${WORD}){0,2}?(?:${LIST}${WORD}(?: ${WORD}){0,2}?){0,5})`,
    be: '(?:am|is|are|be|has been|have been)',
    was: BE,
    shifted: SHIFTED,
    switched:
      '(?:switched|moved|migrated|changed|went|gone|converted|ported|transitioned|switch|move|migrate|change|convert|port|switching|moving|migrating|transition)(?: back)?(?: over)?',
    dropped:
      '(?:dropped|ditched|removed|abandoned|scrapped|retired|drop|ditch|remove|abandon|retire|got rid of|done with|moved away from|moved off|migrated off|migrated away from|gave up|phased out)',
    adopted:
      '(?:adopted|introduced|adopt|introduce|started using|start using|chose|picked|settled on|went with|go with|opted for|opt for|rolled out|brought in)',
    meeting: `(?<s>(?:the|our|my) (?:${WORD} ){0,3}?${MEETING}|(?:${CAPITAL} )*${MEETING}|${NAME})`,
    site: `(?<s>(?:the|our|my) (?:${WORD} ){0,3}?${SITE})`,
    job: `(?<v>(?:${WORD} ){0,4}?${JOB}(?: of ${WORD})?)`,
    version: '(?:version )?(?<v>[vV]?\\d[\\w.-]*)',
  },
}

const rules = (relation: string, list: string, rest: Parameters<typeof rulesOf>[3] = {}): Rule[] =>
  rulesOf(ENGLISH_NOTATION, relation, withTense(list, rest), rest)
/** “Was moved” tells of a change, “was red” of what is no more. */
const withTense = (list: string, { isChange, says, value }: Partial<Rule>): string =>
  isChange || says || value ? list.replaceAll('<be>', '<was>') : list
const CHANGE = { isChange: true } as const
const ENDED = { says: 'ended' } as const

const VERIFIED: readonly Rule[] = [
  rules(
    'verified',
    `
    ${CHECKED} ${BE} (?:unverified|not verified|not been verified|not yet verified|not confirmed|unconfirmed|untested|not tested|not been tested|not yet tested|not been checked)
    ${CHECKED} (?:remains|stays) (?:unverified|unconfirmed|untested|to be verified|to be confirmed)
    ${CHECKED} (?:has|have) (?:not|yet to) (?:run|pass|passed|been run|been verified|be verified|been confirmed)
    (?<s>CI|${THING}) (?:needs|awaits|requires) (?:verification|checking|confirmation)
    ${CHECKED} be (?:verified|confirmed|validated)(?:, (?!\\d).*|<tail>)<end>
  `,
    { says: 'pending', anyway: true, value: 'passed' },
  ),
  rules(
    'verified',
    `
    ${RUN} (?:<be> )?(?:failing|broken|red|fails|failed|fail)(?! to)
    ${RUN} (?:does not pass|do not pass|did not pass|is not passing|are not passing|is not green)
  `,
    { anyway: true, value: 'failed' },
  ),
  rules(
    'verified',
    `
    ${RUN} <be> (?:green|passing|clean)
    ${RUN} (?:has |have )?(?:passes|passed|pass|succeeds|succeeded|went green|turned green)
    ${CHECKED} <be> (?:verified|confirmed|validated)
    (?:we|I) (?:have )?(?:verified|confirmed|validated|verify|confirm|validate)(?: that)? (?<s>CI|${THING})
    (?:verified|confirmed): (?<s>CI|${THING})(?: (?:is|works|passes).*)?
  `,
    { value: 'passed' },
  ),
].flat()

const TOOLS: readonly Rule[] = [
  rules(
    'version',
    `
    (?:we|I) (?:upgraded|updated|bumped|downgraded|upgrade|update|bump) (?<s>(?:the |our )?${TOOL})(?: from [\\w.-]+)? to <version>
    (?<s>(?:the |our )?${TOOL}) (?:<be> )?(?:upgraded|updated|bumped|downgraded|raised)(?: from [\\w.-]+)? to <version>
    (?:upgraded|updated|bumped|downgraded|upgrade|update|bump) (?<s>(?:the |our )?${TOOL})(?: from [\\w.-]+)? to <version>
  `,
    { ...CHANGE },
  ),
  rules(
    'version',
    `
    (?<s>(?:the |our )?${TOOL}) <be> (?:at|on) version <version>
    (?<s>${TOOL}) version <be> <version>
  `,
  ),
  rules(
    'tool',
    `
    <actor> <switched> ${MOVED} (?:over )?from <old> (?:over )?to <tool>
    <actor> <switched> ${MOVED} (?:over )?to <tool> from <old>
    <actor> <switched> ${MOVED} (?:over )?to <tool>
    <thing> (?:have |has )?(?:finished|completed|done) (?:the |our )(?:migration|switch|move) (?:from <old> )?to <tool>
    <thing> (?:have |has )?(?:<be> )?<switched> from <old> (?:over )?to <tool>
    <thing> (?:have |has )?(?:<be> )?<switched> to <tool> from <old>
    <thing> (?:have |has )?(?:<be> )?<switched> (?:to|to using) <tool>
    <thing> (?:have |has )?replaced? <old> (?:with|by) <tool>
  `,
    CHANGE,
  ),
  rules(
    'tool',
    `
    <thing> (?:have |has )?<adopted> <tool> (?:as|for) (?:our |the |my )?<noun>
    <thing> (?:have |has )?<adopted> <tool> over <old>
    <thing> (?:have |has )?<adopted> <tool>
  `,
    { ...CHANGE, loose: true },
  ),
  rules(
    'tool',
    `
    <switched> ${MOVED} from <old> to <tool>
    (?:the |our )(?:migration|switch|move) (?:from <old> )?to <tool> <be> (?:done|complete|completed|finished|through)
    <switched> from <old> (?:over )?to <tool>
    <switched> to <tool> from <old>
    <switched> (?:over )?to <tool>
    replaced? <old> (?:with|by) <tool>
    <old> (?:<be> )?replaced (?:with|by) <tool>
    <tool> (?:has )?(?:replaced|replaces) <old>
  `,
    { ...CHANGE, subject: 'we' },
  ),
  rules(
    'tool',
    `<thing> (?:have |has )?<dropped> <tool> (?:as|for) (?:our |the |my )?<noun>
    <thing> (?:have |has )?(?:<be> )?<dropped> <tool>`,
    ENDED,
  ),
  rules('tool', `<dropped> <tool>`, { ...ENDED, subject: 'we' }),
  rules(
    'tool',
    `
    <thing> (?:<be> )?(?:use|uses|using) <tool> (?:as|for) (?:our |the |my )?<noun>
    <thing> (?:<be> )?(?:use|uses|using) <tool>
  `,
    { loose: true },
  ),
  rules(
    'tool',
    `
    <thing> (?:<be> )?(?:run|runs|running|built|hosted|deployed|written|implemented|based|tracked|linted|bundled|tested|formatted|build|test|managed)(?: (?:tests|CI|code))? (?:on|with|in|using|to|at|by|through|via) <tool>
    <thing> (?:deploy|deploys|deploying)(?: everything| it)? (?:to|on) <tool>
    <thing> (?:go|goes|run|runs) through <tool>
    <thing> (?:<be>|lives|live) on <tool>
    <thing> stick(?:s)? (?:with|to) <tool>
    <thing> stay(?:s)? (?:with|on) <tool>
    (?:our|the|the project's|this project's|the repo's) <noun> (?:<be>|remains) (?:called )?<tool>
    <noun>: <tool>
    <tool> <be> (?:our|the|the project's) <noun>(?: of choice)?
  `,
  ),
  rules(
    'tool',
    `
    my <noun> (?:<be>|remains) (?:an? |the )?<tool>
    <tool> <be> my <noun>(?: of choice)?
  `,
    { subject: 'I' },
  ),
  rules('tool', `<who> (?:bought|got) an? (?:new )?<tool>`, CHANGE),
  rules(
    'tool',
    `
    <thing> (?:track|manage|host|lint|test|build|bundle|format|write|run)s? (?:the |our )?(?<c>issues|tickets|tests|unit tests|code|CI)? ?(?:in|with|on|at|through|via) <tool>
  `,
  ),
  rules(
    'tool',
    `
    <who> (?:own|use|uses|using|have|has) an? (?:new )?<tool>
  `,
  ),
  rules(
    'tool',
    `
    use <tool> (?:as|for) (?:our |the )?<noun>
    use <tool>
  `,
    { subject: 'we' },
  ),
  rules(
    'depends-on',
    `
    <thing> (?:depend|depends|depending|relies|rely) on <tool>
    <tool> is a dependency of (?<s>${THING})
  `,
  ),
  rules(
    'depends-on',
    `
    we (?:added|add) <tool> as a dependency
    we (?:added|add) (?:a|the) dependency on <tool>
  `,
    { ...CHANGE, subject: 'we' },
  ),
  rules(
    'depends-on',
    `
    we <dropped> (?:the )?<tool> dependency
    we <dropped> the dependency on <tool>
  `,
    { ...ENDED, subject: 'we' },
  ),
  rules(
    'branch',
    `
    <thing> (?:<be> )?(?:work|working|develop|developing) on (?:the )?branch (?<v>[\\w./-]+)
    <thing> (?:<be> )?(?:work|working|develop|developing) on (?:the )?(?<v>[\\w./-]+) branch
  `,
  ),
  rules(
    'branch',
    `<thing> (?:have |has )?<switched> to (?:the )?branch (?<v>[\\w./-]+)
    <thing> (?:have |has )?<switched> to the (?<v>[\\w./-]+) branch`,
    CHANGE,
  ),
].flat()

const PROPERTY_SUBJECTS = [
  `(?:(?:the|our|my|this) )?(?<c>${PROPERTY}) (?:of|for) (?<s>${THING}|${WORD})`,
  `(?<s>${THING}|the user|user|the project)'s (?<c>${PROPERTY})`,
  `(?<m>the|our|my|this) (?:(?<s>${WORD}(?: ${WORD}){0,2}?) )??(?<c>${PROPERTY})`,
]
const SPELLING: readonly Rule[] = rules(
  'spelling',
  `
  (?<m>my|(?:the user|${NAME})'s) name <be> (?:spelled|spelt|written) (?<v>.{1,60}?)<end>
  (?<s>${NAME}) <be> (?:spelled|spelt) (?<v>.{1,60}?)<end>
`,
)
const PROPERTY_RULES: readonly Rule[] = PROPERTY_SUBJECTS.flatMap(subject => [
  ...rules(
    'property',
    `
    ${subject} (?:<be> )?<shifted> (?:from .{1,40}? )?(?:to|until|by) (?<v>.{1,80}?)<end>
    (?:we|I|they|${NAME}) (?:have )?<shifted> ${subject} (?:from .{1,40}? )?(?:to|until) (?<v>.{1,80}?)<end>
  `,
    CHANGE,
  ),
  ...rules(
    'property',
    `
    (?<c>${PROPERTY}): (?<v>.{1,80}?)<end>
    ${subject} (?:is|are|was set to|were set to|remains|stays at|stays) (?:on |at |called |set to |capped at |only |about |around )?(?:the )?(?<v>.{1,80}?)<end>
  `,
  ),
])

const THINGS: readonly Rule[] = [
  rules(
    'owner',
    `
    <person> (?:have |has )?(?:took over|taken over|take over|takes over) (?<s>${THING})(?: from ${NAME})?
    (?:we|I|${NAME}) (?:have |has )?${HANDED} (?<s>${THING}) (?:over )?to <person>
    (?<s>${THING}) (?:<be> )${HANDED} (?:over )?(?:from ${NAME} )?to <person>
    <person> (?:took|has taken|takes) over as (?:the )?(?:owner|maintainer|lead) of (?<s>${THING})
  `,
    CHANGE,
  ),
  rules(
    'owner',
    `
    <person> (?:own|owns|owning|maintain|maintains|maintaining) (?<s>(?:the|our|this) ${WORD}(?: ${WORD}){0,3}?|${NAME})
    <person> <be> (?:responsible for|in charge of|the (?:new )?(?:owner|maintainer|lead|tech lead) of) (?<s>${THING})
    (?<s>${THING}) <be> (?:owned|maintained|led|run) by <person>
    (?<s>${THING}) belongs to <person>
  `,
  ),
  rules('part-of', `<thing> (?:<be> )?(?:moved|merged|folded|move|merge) into <object>`, CHANGE),
  rules(
    'part-of',
    `
    <thing> <be> (?:a )?part of <object>
    <thing> belongs to <object>
  `,
  ),
  rules(
    'located-in',
    `
    <site> (?:have |has )?(?:<be> )?(?:moved|relocated|move|relocate) (?:from ${NAME} )?to <name>
    we (?:moved|relocated|move|relocate) <site> (?:from ${NAME} )?to <name>
  `,
    CHANGE,
  ),
  rules(
    'located-in',
    `
    <site> (?:<be>|stands|stand|sits|sit|runs) (?:located |based |hosted )?in <name>
    (?<s>${THING}) <be> (?:located|headquartered) in <name>
  `,
  ),
  rules(
    'meets-at',
    `
    <meeting> (?:have |has )?(?:<be> )?(?:moved|shifted|rescheduled|pushed|changed|move|shift|postponed)(?: back| forward)? (?:from .{1,40}? )?to (?<v>.{1,60}?)<end>
    (?:we|I|${NAME}) (?:have |has )?(?:moved|shifted|rescheduled|pushed|move|shift|reschedule)(?: back| forward)? <meeting> (?:from .{1,40}? )?to (?<v>.{1,60}?)<end>
  `,
    CHANGE,
  ),
  rules(
    'meets-at',
    `
    <meeting> (?:<be>|takes place|happens|meets|meet|is held|are held|starts) (?:on |at )(?<v>.{1,60}?)<end>
    <meeting> (?:<be>|takes place|happens|meets|meet|is held|are held|starts) (?<v>(?:every|each|daily|weekly) ?.{0,50}?)<end>
    (?:we|I) (?:have|hold) <meeting> (?:on |at )?(?<v>(?:every|each) .{1,50}?|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days\\b.{0,50}?)<end>
    (?:we|I) (?:have|hold) (?!(?:\\S+ ){1,4}?${ONCE}\\b)<meeting> (?:on |at )?(?<v>(?:on|at|Mon|Tue|Wed|Thu|Fri|Sat|Sun).{1,50}?)<end>
  `,
  ),
  rules('due-date', `<thing> (?:<be> )?due (?:on |by |in |at )?(?<v>.{1,60}?)<end>`),
  rules('price', `<thing> (?:cost|costs) (?:me |us )?(?<v>.{1,60}?)<end>`),
  rules('budget', `(?:we|I) have (?:a )?budget of (?<v>.{1,40}?)(?: for (?<s>${THING}))?<end>`, {
    subject: 'we',
  }),
  rules(
    'port',
    `
    <thing> (?:<be> )?(?:listen|listens|listening|run|runs|running|served|available|serves) on (?:port |localhost:)?(?<v>\\d{2,5})
    <thing> (?:use|uses|using) port (?<v>\\d{2,5})
  `,
  ),
  rules(
    'port',
    `<thing> (?:<be> )?(?:moved|switched|changed) (?:from (?:port )?\\d+ )?to port (?<v>\\d{2,5})`,
    CHANGE,
  ),
  rules(
    'address',
    `
    <thing> (?:<be> )?(?:lives|live|runs|available|reachable|hosted|served|running|found|at)(?: at| on| under)? (?<v>\\S{5,120})
  `,
  ),
  rules(
    'address',
    `<thing> (?:have |has )?(?:<be> )?moved (?:from \\S+ )?to (?<v>\\w+://\\S{3,120}|[\\w-]+\\.[\\w.-]+\\.\\w{2,8}\\S*)`,
    CHANGE,
  ),
  rules(
    'license',
    `<thing> (?:have |has )?(?:<be> )?(?:relicensed|moved|switched|changed)(?: from .{1,30}?)? (?:under|to) (?:the )?(?<v>.{2,40}?)(?: license| licence)?<end>`,
    CHANGE,
  ),
  rules(
    'license',
    `<thing> <be> (?:released |licensed |published |available )?under (?:the |an? )?(?<v>.{2,40}?)(?: license| licence)?<end>
    <thing> (?:<be> )(?<v>MIT|Apache|GPL|BSD|AGPL)[- ]licensed`,
  ),
  rules(
    'name',
    `
    (?:we|I) (?:have )?renamed? (?<s>${THING}) (?:from .{1,40}? )?to (?<v>.{1,60}?)<end>
    (?<s>${THING}) <be> renamed (?:from .{1,40}? )?to (?<v>.{1,60}?)<end>
  `,
    CHANGE,
  ),
  rules(
    'name',
    `(?<s>the project|this project|our project|the repo|the app|our app|the company|our company|the product|our product) <be> (?:called|named) (?<v>.{1,60}?)<end>`,
  ),
  rules(
    'name',
    `
    I <be> called <name>
    (?:please )?call me <name>
    I go by <name>
  `,
    { subject: 'I' },
  ),
].flat()

const PERSONS: readonly Rule[] = [
  rules(
    'works-at',
    `
    <who> (?:have |has )?(?:joined|joining|join|started at|start at|starting at|started working at|got a job at|started a job at|started a new job at|started my new job at|got hired by|start working at|started working for|switched from ${NAME} to working at) <name>(?: as an? (?<job>(?:${WORD} ){0,4}?${JOB}))?
    <who> (?:have |has )?(?:changed|switched) jobs? from ${NAME} to <name>
  `,
    CHANGE,
  ),
  rules(
    'works-at',
    `
    <who> (?:have |has )?(?:left|leave|leaving) (?:my job at |(?:his|her) job at )?<name>
    <who> (?:have |has )?(?:quit|resigned from|quit working at|retired from|got laid off (?:by|from)|was laid off (?:by|from)|got fired from) (?:my job at |(?:his|her) job at )?<name>
  `,
    ENDED,
  ),
  rules(
    'works-at',
    `
    <who> (?:<be> )?(?:work|works|working|employed|have worked|has worked) (?:at|for|by) <name>(?: as an? (?<job>(?:${WORD} ){0,4}?${JOB}))?
    my employer <be> <name>
  `,
    { subject: 'I' },
  ),
  rules(
    'studies-at',
    `<who> (?:have |has )?(?:started|start|transferred|transfer)(?: studying| my studies)? (?:\\w+ )?(?:at|to) (?<v>(?:the )?(?:University|College|Universität|TU|ETH)[^,]{0,60}?|${NAME} (?:University|College))`,
    CHANGE,
  ),
  rules(
    'studies-at',
    `<who> (?:have |has )?(?:graduated from|dropped out of|left) (?:the )?(?<v>University[^,]{0,40}?|${NAME} (?:University|College))`,
    ENDED,
  ),
  rules(
    'studies-at',
    `<who> (?:<be> )?(?:study|studies|studying)(?: ${WORD}(?: ${WORD})?)? at (?:the )?<name>`,
  ),
  rules(
    'lives-in',
    `
    <who> (?:have |has )?(?:<be> )?(?:moved|relocated|moving|relocating|move|relocate)(?: back)? (?:from ${NAME} )?to <name>
    <who> (?:have |has )?(?:<be> )?(?:moved|relocated|moving|relocating)(?: back)? to <name> from ${NAME}
  `,
    CHANGE,
  ),
  rules('lives-in', `(?:moved|relocated)(?: back)? (?:from ${NAME} )?to <name>`, { ...CHANGE, subject: 'I' }),
  rules('lives-in', `<who> (?:have |has )?(?:moved away from|moved out of) <name>`, ENDED),
  rules(
    'lives-in',
    `
    <who> (?:<be> )?(?:live|lives|living|reside|resides|based|have lived|has lived) in <name>
  `,
  ),
  rules(
    'comes-from',
    `
    <who> (?:come|comes|<be>|<be> originally) from <name>
    <who> (?:grew up|<be> born) in <name>
  `,
  ),
  rules(
    'job',
    `
    <who> (?:have |has )?(?:became|become|becoming) (?:an?|the) <job>(?: (?:at|for) (?<org>${NAME}))?
    <who> (?:<be> )?promoted to <job>(?: (?:at|for) (?<org>${NAME}))?
    <who> (?:started|start|starting) (?:work )?as (?:an?|the) <job>(?: (?:at|for) (?<org>${NAME}))?
  `,
    CHANGE,
  ),
  rules(
    'job',
    `
    <who> (?:<be> )(?:an?|the|our) <job>(?: (?:at|for|with) (?<org>${NAME}))?
    <who> (?:<be> )?(?:work|works|working) as (?:an?|the) <job>(?: (?:at|for) (?<org>${NAME}))?
  `,
  ),
  rules(
    'reports-to',
    `
    <who> (?:<be> )?(?:report|reports|reporting) to <person>
    <person> <be> my (?:boss|manager|supervisor)
  `,
    { subject: 'I' },
  ),
  rules(
    'member-of',
    `<who> (?:have |has )?(?:joined|join|moved to|switched to|move to) (?:the |our )(?<v>${WORD}(?: ${WORD})? (?:team|group|squad|guild|club|band|choir|committee|board))`,
    CHANGE,
  ),
  rules(
    'member-of',
    `<who> (?:have |has )?(?:left|leave) (?:the |our )(?<v>${WORD}(?: ${WORD})? (?:team|group|squad|guild|club|band|choir|committee|board))`,
    ENDED,
  ),
  rules(
    'member-of',
    `<who> <be> (?:on|in|part of|a member of|a part of) (?:the |our )(?<v>${WORD}(?: ${WORD})? (?:team|group|squad|guild|club|band|choir|committee|board))`,
  ),
  rules(
    'partner',
    `<who> (?:have |has )?(?:got married to|get married to|married|marry|<be> engaged to|got engaged to) (?!to )<person>`,
    CHANGE,
  ),
  rules(
    'partner',
    `<who> (?:have |has )?(?:<be> )?(?:divorced|divorced from|separated from|broke up with|split up with|broken up with)(?: from)? <person>`,
    ENDED,
  ),
  rules(
    'partner',
    `
    <who> <be> married to <person>
    my (?:${SPOUSE})(?:'s name)? <be> (?:called |named )?<person>
    <person> <be> my (?:${SPOUSE})
  `,
    { subject: 'I' },
  ),
  rules(
    'pet',
    `<who> (?:adopted|got|bought|adopt|get) (?:an?|another) (?:${WORD} ){0,2}?(?:${PET}) (?:called|named) <name>`,
    CHANGE,
  ),
  rules('pet', `(?:our|my) (?:${PET}) <name> (?:died|passed away|has died|has passed away)`, {
    ...ENDED,
    subject: 'I',
  }),
  rules(
    'pet',
    `
    <who> (?:have|has|own|owns) (?:an?|another) (?:${WORD} ){0,2}?(?:${PET}) (?:called|named) <name>
    (?:my|our) (?:${PET})(?:'s name)? <be> (?:called |named )?<name>
  `,
    { subject: 'I' },
  ),
  rules(
    'allergic-to',
    `<who> (?:have |has )?(?:outgrew|outgrown|got over) (?:my|his|her|the) <words> allergy`,
    ENDED,
  ),
  rules(
    'allergic-to',
    `<who> (?:became allergic to|become allergic to|developed an allergy to|<be> diagnosed with an allergy to) <list>`,
    CHANGE,
  ),
  rules(
    'allergic-to',
    `
    <who> <be> (?:severely |very |highly |mildly )?allergic to <list>
    <who> (?:have|has) an? (?:severe |mild )?(?:allergy to )<list>
    <who> (?:have|has) an? (?:severe |mild )?<words> allergy
  `,
  ),
  rules(
    'diet',
    `<who> (?:have |has )?(?:became|become|went|gone|turned|switched to) (?:an? )?(?<v>vegan|vegetarian|pescatarian|flexitarian|gluten-free|keto)`,
    CHANGE,
  ),
  rules(
    'diet',
    `<who> (?:<be>|eat|eats) (?:an? |strictly )?(?<v>vegan|vegetarian|pescatarian|flexitarian|kosher|halal|gluten-free|keto)`,
  ),
  rules(
    'speaks',
    `<who> (?:have |has )?(?:learned|learnt) (?:to speak )?(?<v>\\p{Lu}[\\p{L} ]+?(?:${LIST}\\p{Lu}\\p{L}+){0,5})`,
    CHANGE,
  ),
  rules(
    'speaks',
    `<who> (?:speak|speaks|speaking) (?:fluent |some |a little |a bit of |basic |good )?(?<v>\\p{Lu}\\p{L}+(?:${LIST}(?:some |a little |a bit of |fluent )?\\p{Lu}\\p{L}+){0,6})(?: fluently| well| at home)?
    <who> <be> fluent in (?<v>\\p{Lu}\\p{L}+(?:${LIST}\\p{Lu}\\p{L}+){0,6})`,
  ),
  rules(
    'favourite',
    `
    (?<m>my|the user's|${NAME}'s) favou?rite (?<k>${WORD}(?: ${WORD})?) (?:<be>|remains) (?:the )?(?<v>.{1,80}?)<end>
    (?<v>${NAME}) <be> (?<m>my) favou?rite (?<k>${WORD}(?: ${WORD})?)
  `,
  ),
  rules(
    'favourite',
    `(?<m>my|the user's|${NAME}'s) favou?rite (?<k>${WORD}(?: ${WORD})?) (?:has |have )?(?:<be> )?changed (?:from .{1,40}? )?to (?<v>.{1,80}?)<end>`,
    CHANGE,
  ),
  rules('attitude', `<who> (?:hate|hates|cannot stand|can't stand|detest|detests|loathe|loathes) <words>`, {
    personal: true,
    anyway: true,
    value: 'hates',
  }),
  rules('attitude', `<who> (?:dislike|dislikes|do not like|don't like|does not like|doesn't like) <words>`, {
    personal: true,
    anyway: true,
    value: 'dislikes',
  }),
  rules('attitude', `<who> (?:love|loves|adore|adores|loving) <words>`, { personal: true, value: 'loves' }),
  rules('attitude', `<who> (?:like|likes|enjoy|enjoys|liking|enjoying) <words>`, {
    personal: true,
    value: 'likes',
  }),
  rules('attitude', `<who> (?:prefer|prefers) <words>(?: (?:over|to|rather than) .*)?`, {
    personal: true,
    value: 'prefers',
  }),
].flat()

export const ENGLISH: Grammar = {
  idle: /[?？]|\b(?:if|unless|whether|would|could|should|might|maybe|perhaps|possibly|probably|apparently|supposedly|imagine|suppose|supposing|pretend|hypothetically|theoretically|ideally|hope|hopes|hoping|wish|wishes|wonder|wondering|consider|considers|considering|considered|evaluating|evaluated|thinking|thinks|think|thought|believes|believe|says|said|say|claims|claimed|told|tells|suggests|suggested|suggest|recommends|recommended|proposes|proposed|propose|heard|rumou?r|looked at|tried|try|trying|trial|prototype|experiment\w*|for example|e\.g\.|used to|had been|almost|nearly|dream\w*|someday|one day|undecided|not sure|unsure|want|wants|wanted|asked|asks|let's|guess|feel like|as though|fake|pretending|postpone the decision|either|reverted|rolled back|cancelled|canceled|called off)\b|^(?:what|why|how|when|where|who|which|do|does|did|is|are|can|shall|will|has|have)\b|(?<![A-Z]\w* )\bmay\b|'d\b|[{}<>|\\]/u,
  joke: /\b(?:lol|lmao|haha\w*|kidding|jk|joking|as a joke|sarcasm)\b|[😂🤣😜😆🙃]/iu,
  clausesOf: englishClauses,
  rules: [...VERIFIED, ...TOOLS, ...PERSONS, ...SPELLING, ...PROPERTY_RULES, ...THINGS],
  user: /^(?:I|me|my|user|the user)$/,
  ours: /^(?:we|us|our|(?:the |this |our |the whole |whole |entire )?(?:project|repo|repository|codebase|code|code base|team|app|everything|application|monorepo|workspace)|it all|everything)$/i,
  nameless:
    /^(?:it|he|she|they|this|that|these|those|there|what|who|everyone|everybody|nobody|somebody|someone|anyone|people|most|many|some|all|both|one|none|each|every|users|developers|customers|you|his|her|their|your|its|yes|no|ok|okay|please|today|yesterday|tomorrow|mon|tues|wednes|thurs|fri|satur|sun|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|june|july|august|september|october|november|december|if|when|then|so|but|and|also|here|nothing|something|anything|i|we|the|my|our|me|us|new|old|only|other|another|same|first|last|next|thing|things|way|reason|problem|idea|rest|part|deploy|question|answer|point|latter|former|minimum|maximum|latest|current|required|supported|daughter|son|wife|husband|mother|father|mom|mum|dad|sister|brother|kid|kids|child|children|baby|parents|grandmother|grandfather|aunt|uncle|cousin|friend|friends|colleague|neighbou?r|boss|guy|man|woman|boy|girl|dog|cat)$/i,
  parts:
    /^(?:the |our |this |whole |the whole |all )*(?:backend|back end|frontend|front end|site|website|web site|web app|api|server|builds?|tests?|unit tests|ci|hosting|issues|tickets|code|staging|production|pipeline|test suite|services|scripts|docs)$/i,
  properties: PROPERTIES,
  determiner: /^(?:the|our|my|this|that|an?|all the|all|his|her|their)\s+/i,
  comma: new RegExp(LIST),
}
