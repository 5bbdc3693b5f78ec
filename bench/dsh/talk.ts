/**
 * A long conversation about a software project, as people have it with an agent: questions, decisions, answers of
 * several sentences, and files that are read.
 *
 * Owns: synthetic text, the same in every run: sentences of templates and word lists of ours, no two turns alike. A
 * message of the person has about 70 tokens and an answer about 215, as in LMSYS-Chat-1M (Zheng et al., 2023).
 */
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { pick, seeded } from '../seeded.ts'

/** What a person says, the files that are read for it, and the answer. */
export interface TalkTurn {
  user: string
  /** Groups of files, a step each; empty when nothing is read. */
  reads: readonly (readonly string[])[]
  answer: string
}

export interface Talk {
  turns: readonly TalkTurn[]
  /** Contents of the files that are read, by path within the workspace. */
  files: ReadonlyMap<string, string>
}

type Random = () => number

const SEED = 11
/** What the host says around a file: the call, path and line numbers, about. */
const TOKENS_AROUND_FILE = 110

/** @param withTools about half of all tokens are calls of tools and what they give, in every part of the conversation. */
export function talk(turns: number, withTools: boolean): Talk {
  const random = seeded(SEED)
  const files = new Map<string, string>()
  let topic = ''
  let due = 0
  const said = Array.from({ length: turns }, (_, index) => {
    if (index % 4 === 0) topic = pick(WORDS.part, random)
    const user = sentences(random, USER, between(random, 2, 7), topic)
    const answer = answerFrom(random, topic)
    due += encode(user).length + encode(answer).length
    const reads: string[][] = []
    while (withTools && due > 0) {
      const step = filesFor(random, `${index}-${reads.length}`)
      for (const [path, text] of step) {
        files.set(path, text)
        due -= encode(text).length + TOKENS_AROUND_FILE
      }
      reads.push(step.map(([path]) => path))
    }
    return { user, reads, answer }
  })
  return { turns: said, files }
}

function answerFrom(random: Random, topic: string): string {
  const text = sentences(random, ANSWER, between(random, 6, 15), topic)
  if (random() < 0.75) return text
  const points = Array.from({ length: between(random, 2, 4) }, () => `- ${filled(random, POINT, topic)}`)
  return `${text}\n\n${points.join('\n')}`
}

/** Different templates, each filled. */
function sentences(random: Random, templates: readonly string[], count: number, topic: string): string {
  const left = [...templates]
  const chosen = Array.from({ length: count }, () => left.splice(Math.floor(random() * left.length), 1))
  return chosen.map(one => filled(random, one, topic)).join(' ')
}

function filled(random: Random, templates: readonly string[], topic: string): string {
  return pick(templates, random).replace(/\{(\w+)\}/g, (_, slot: string) => {
    if (slot === 'topic') return topic
    if (slot === 'n') return String(between(random, 2, 95))
    if (slot === 'big') return String(between(random, 1_000, 90_000))
    return pick(WORDS[slot as keyof typeof WORDS], random)
  })
}

// ---- files ----------------------------------------------------------------------------------------------------

/** Paths and texts that one step reads: one, at times two. */
function filesFor(random: Random, mark: string): [path: string, text: string][] {
  return Array.from({ length: random() < 0.2 ? 2 : 1 }, (_, place) => {
    const isLog = random() < 0.25
    const path = `${isLog ? 'logs' : 'src'}/${pick(WORDS.noun, random)}-${mark}${place}.${isLog ? 'log' : 'ts'}`
    const lines = between(random, 4, isLog ? 16 : 32)
    const line = () => filled(random, isLog ? LOG : CODE, '')
    return [path, `${Array.from({ length: lines }, line).join('\n')}\n`]
  })
}

/** An integer, both ends inside. */
const between = (random: Random, from: number, to: number) => from + Math.floor(random() * (to - from + 1))

// ---- words ----------------------------------------------------------------------------------------------------

const words = (text: string) => text.split('|').map(word => word.trim())

const WORDS = {
  part: words(
    `the importer|the billing export|the sync service|the search page|the login flow|the release pipeline|
    the report builder|the mobile client|the invoice parser|the notification queue|the audit log|the price table|
    the upload worker|the map view|the onboarding form|the permission check|the cache layer|the calendar feed|
    the backup script|the admin console|the rate limiter|the thumbnail job|the address book|the webhook relay|
    the voting widget|the translation table|the consent banner|the sandbox|the stock counter|the scheduler|
    the feature store|the print service|the chat bridge|the geocoder`,
  ),
  person: words(
    `Mara|Jonas|Priya|Tomasz|Ellen|Kofi|Yuki|Dario|Ingrid|Samir|Nadia|Felix|Olga|Hugo|Leila|Bruno|Wanda|Pavel|Anouk|
    Rashid|Carmen|Sven|Mei|Otto|Zofia|Idris|Greta|Luca|Amara|Viktor`,
  ),
  verb: words(
    `drops|duplicates|reorders|rejects|times out on|rewrites|skips|locks|miscounts|truncates|reloads|caches|
    merges|splits|retries|rounds|compresses|validates`,
  ),
  thing: words(
    `rows with an empty tax code|sessions older than a week|uploads above twenty megabytes|the nightly totals|
    customers without an address|refunds of the same day|names with accents|the second page of results|
    attachments of forwarded mails|drafts that nobody opened|orders from the old shop|the archived branches|
    time zones west of Greenwich|currencies without decimals|the weekly digest|tokens that have expired|
    entries of deleted users|signed bundles|photos taken at night|streets with two spellings|gift cards|
    passwords with spaces|partial deliveries|empty search terms|quotes that lapsed|spare parts|guest accounts|
    leap days|emoji in titles|scanned receipts|monthly statements|colliding shifts|returned parcels`,
  ),
  reason: words(
    `the lock is taken twice|the index was built before the migration|the vendor changed the response format|
    two workers read the same offset|the retry counts as a new request|the default zone is read at start|
    the schema allows nulls there|the proxy strips that header|the test data never had more than one page|
    the cache key leaves out the tenant|the queue was sized for last year|the auditors asked for it|
    the customer still runs an old browser|the file handle is closed too early|the flag was never removed|
    half of the team is on holiday then|the certificate names the wrong host|nobody owns that queue any more|
    the regular expression backtracks|the clock of one node is late|the driver buffers the whole answer|
    the contract forbids it|the sort is not stable|the disk fills up before the rotation|
    the form posts twice on slow networks|the new colleague has no access yet|the lookup is case sensitive`,
  ),
  tool: words(
    `Postgres|SQLite|Redis|pnpm|Vitest|Playwright|Terraform|Grafana|nginx|Kafka|Docker|esbuild|OpenTelemetry|
    ripgrep|Biome|Ansible|RabbitMQ|Elasticsearch|Caddy|Prometheus|Kubernetes|Webpack|Sentry|MinIO|ClickHouse|
    Valkey|Nomad|Puppet|Cypress|Traefik`,
  ),
  day: words(
    `on Monday|next Thursday|before the end of March|in the second week of June|tomorrow morning|by Friday|
    after the freeze|on the 14th|in two weeks|at the end of the quarter|over the weekend`,
  ),
  metric: words(
    `p95 latency|error rate|memory use|build time|queue length|cold start|bundle size|disk usage|cost per run`,
  ),
  quality: words(
    `simpler|cheaper|safer|easier to test|more predictable|less noisy|quicker to roll back|harder to misuse|
    good enough for now|closer to what users expect`,
  ),
  step: words(
    `add a migration|write a failing test first|split the module|move the check to the edge|pin the version|
    raise the timeout|remove the flag|log the tenant|batch the writes|stream the file|document the limit|
    backfill the column|ask the vendor|run both paths for a week|cut the payload in half|shard by region|
    drop the trigger|rename the field|warm the cache|sign the artefact|queue the mails|cap the page size|
    freeze the schema|rotate the keys|sample the traces|round at the end|debounce the input|seed the fixtures`,
  ),
  noun: words(
    'invoice|session|tenant|order|cursor|batch|digest|quota|ledger|shipment|profile|token|route|snapshot|lease|voucher',
  ),
  Noun: words(
    'Invoice|Session|Tenant|Order|Cursor|Batch|Digest|Quota|Ledger|Shipment|Profile|Token|Route|Snapshot|Lease',
  ),
  act: words(
    'load|store|merge|parse|close|verify|reserve|expire|render|collect|publish|rotate|settle|archive|count',
  ),
} as const

const USER = [
  'Good point about {thing}, I had not thought of that.',
  'The screenshot from {person} shows {topic} with {n} warnings, and none of them mentions {thing}.',
  'Why did the {metric} jump right after {person} deployed {tool}?',
  'Thanks.',
  'Okay, go on.',
  'Maybe we are looking at the wrong place, since {part} was rolled back {day} and nothing changed.',
  'Somebody in support wrote that {thing} vanish for about {n} minutes and then come back.',
  'What happens to {thing} while {part} restarts?',
  'Explain to {person} in two sentences what a {noun} is and why {topic} needs it.',
  'Sketch how you would {step} without anybody noticing.',
  'Hm, that contradicts what I read in the handbook of {tool}.',
  'Suppose {reason}; would {topic} still hold {big} {noun} records?',
  'Show me the smallest change that keeps {part} alive during the demo {day}.',
  'Between us, {tool} has cost me {n} hours this month.',
  'Which of the {n} open tickets about {thing} can be closed now?',
  'Leave the naming to {person}, but do make it {quality}.',
  'I expected {n} results and got {big}.',
  'Can it be that {reason}?',
  'Let me paste what {tool} prints: {noun} {big} refused, attempt {n}.',
  'Does anything speak against doing it {day}?',
  'Can you find out why {topic} {verb} {thing}?',
  'We decided to use {tool} for {topic} because {reason}.',
  '{person} says that {topic} {verb} {thing} since the last release.',
  'What would it take to {step} in {topic} {day}?',
  'I would rather {step} than {step}, it is {quality}.',
  'Please look at the {noun} code again, the {metric} went from {n} to {big}.',
  'Could you {step} and tell me what that does to the {metric}?',
  'My preference is {tool} here, {person} and I find it {quality}.',
  'The customer in case {big} needs this {day}, so keep it small.',
  'Is it true that {topic} {verb} {thing} only when {reason}?',
  'Remind me what we agreed with {person} about {thing}.',
  'Let us not touch {part} in this change, {reason}.',
  'I tried to {step} yesterday, but {topic} still {verb} {thing}.',
  'How many of the {big} {noun} records are affected?',
  'From now on {topic} must never handle {thing} without asking {person}.',
  'Before we merge, check that {part} does not depend on the {noun} table.',
]

const ANSWER = [
  'Sure.',
  'Here is what I found.',
  'Two things stand out when reading the {noun} module: it opens {n} connections at once, and it never closes them while {part} is busy.',
  'The simplest reading of the trace is that {reason}.',
  'A {noun} is created for every request, although {topic} would need only one per tenant.',
  'Think of {tool} as a buffer: it hides the peak, yet the average of {big} per hour stays the same.',
  'In the test environment the same input takes {n} ms, which points at the network rather than at the code.',
  'You will see a warning about {thing} during the first start; it disappears once the index is there.',
  'For comparison I tried {tool} as well, and it needed {n} % more memory for the same {big} rows.',
  'Reverting is one command, and no data has to be touched.',
  'The handbook recommends to {step} whenever {reason}, and that is the case here.',
  'Users of {part} will not notice anything except that {thing} arrive a little later.',
  'What remains is a question of taste: {step}, or {step}.',
  'I would not rely on the {metric} alone, since a single slow {noun} hides among {big} fast ones.',
  'Strictly speaking {person} is right, the contract says nothing about {thing}.',
  'The numbers of last month are {big} and {n}, so the trend is clear even if both are a little off.',
  'Since {reason}, a retry after {n} seconds would only make matters worse.',
  'Please check the wording of the message with {person} before it goes out to {big} people.',
  'Should it come back, the trace id {big} is what {tool} wants to know first.',
  'It also explains why nobody saw it locally: there {part} runs with one worker and {n} rows.',
  'Apart from that the code reads well, and I would keep its structure.',
  'The estimate is {n} hours, most of them for tests around {thing}.',
  'It looks as if {topic} {verb} {thing} because {reason}.',
  'I went through the {noun} code and the cause is that {reason}.',
  'The change is small: we {step}, and then {part} no longer {verb} {thing}.',
  'With {tool} in front the {metric} falls from {big} to {n}, measured over {n} runs.',
  'I would {step} first, since it is {quality} and can be undone.',
  'Note that {part} relies on the same {noun} table, so {person} should see this {day}.',
  'All {n} tests pass, and one that I added fails without the change.',
  'There is a second place where {topic} {verb} {thing}, in the {noun} module.',
  'We could also {step}, but then {reason}, which is not {quality}.',
  'I left {part} as it is, as you asked.',
  'As far as I can see {big} {noun} records are affected, most of them from {person}.',
  'The log of case {big} shows that {part} {verb} {thing} about {n} times an hour.',
  'If we {step} {day}, {tool} has to be upgraded as well.',
  'I am not certain about {thing}; the documentation of {tool} does not say what happens when {reason}.',
  'That decision still stands: {tool} for {topic}, because {reason}.',
  'The {metric} did not move, so the bottleneck is elsewhere, probably in how {part} {verb} {thing}.',
  'My suggestion is to {step} now and to {step} {day}.',
  'For {person} I wrote a short summary with the numbers before and after.',
  'Nothing else calls that function, therefore it can go.',
  'Until then {topic} answers with an error that names the {noun} and case {big}.',
]

const POINT = [
  '{step}, {day}',
  '{topic}: {metric} {n} before, {big} after',
  'ask {person} whether {reason}',
  '{tool} stays where it is',
  '{thing} are covered by a test',
  'open: does {part} {verb} them too?',
]

const CODE = [
  'export async function {act}{Noun}({noun}: {Noun}, limit = {n}): Promise<{Noun}[]> {',
  '  const {noun} = await {act}{Noun}(store, { id: {big}, retries: {n} })',
  "  if ({noun}.status === 'closed') return {act}{Noun}({noun}, {n})",
  '  for (const {noun} of {noun}s) total += {noun}.amount * {n}',
  '  // {person}: {reason}',
  "  throw new {Noun}Error('{noun}-missing', `no {noun} for case {big}`)",
  '}',
  '',
  "import { {act}{Noun} } from './{noun}-{act}.ts'",
  '  const rows = await db.all(`SELECT id, {noun}, amount FROM {noun}s WHERE tenant = ? LIMIT {n}`, tenant)',
  '  return {noun}s.filter(one => one.{noun}.updatedAt > since).map(({ {noun} }) => {noun}.id)',
  '  metrics.histogram("{noun}_{act}_ms", performance.now() - began, { bucket: {n} })',
  '/** Gives every {noun} of a tenant; at most {big} at once. */',
  'const MAX_{noun} = {big}',
]

const LOG = [
  '2026-03-{n}T0{n}:{n} INFO  {noun} {act} took {n} ms tenant={big}',
  '2026-03-{n}T0{n}:{n} WARN  {noun} {big} retried {n} times: {reason}',
  '2026-03-{n}T0{n}:{n} ERROR {act}{Noun} failed for case {big}, {person} was told',
  '2026-03-{n}T0{n}:{n} DEBUG {tool} connection {n} reused, queue {big}',
]
