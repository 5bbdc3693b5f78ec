/**
 * English forms that no rule of endings brings back to their word.
 *
 * Owns: the list, form to word. Leaves regular endings to the stemmer.
 */

/** Each line: a word, then its forms. */
const FORMS = `
  arise arose arisen
  awake awoke awoken
  bear bore borne
  beat beaten
  become became
  begin began begun
  bend bent
  bind bound
  bite bit bitten
  bleed bled
  blow blew blown
  break broke broken
  breed bred
  bring brought
  build built
  burn burnt
  buy bought
  catch caught
  choose chose chosen
  cling clung
  come came
  creep crept
  deal dealt
  die died dying
  dig dug
  draw drew drawn
  dream dreamt
  drink drank drunk
  drive drove driven
  eat ate eaten
  fall fell fallen
  feed fed
  feel felt
  fight fought
  find found
  flee fled
  fly flew flown flies
  forbid forbade forbidden
  forget forgot forgotten
  forgive forgave forgiven
  freeze froze frozen
  get got gotten
  give gave given
  go went gone goes
  grind ground
  grow grew grown
  hang hung
  hear heard
  hide hid hidden
  hold held
  keep kept
  kneel knelt
  know knew known
  lay laid
  lead led
  lean leant
  leap leapt
  learn learnt
  leave left
  lend lent
  lie lain lying
  light lit
  lose lost
  make made
  mean meant
  meet met
  mistake mistook mistaken
  overcome overcame
  pay paid
  prove proven
  ride rode ridden
  ring rang rung
  rise rose risen
  run ran
  say said
  see saw seen
  seek sought
  sell sold
  send sent
  sew sewn
  shake shook shaken
  shine shone
  shoot shot
  show shown
  shrink shrank shrunk
  sing sang sung
  sink sank sunk
  sit sat
  sleep slept
  slide slid
  speak spoke spoken
  speed sped
  spell spelt
  spend spent
  spill spilt
  spin spun
  spoil spoilt
  spring sprang sprung
  stand stood
  steal stole stolen
  stick stuck
  sting stung
  strike struck stricken
  strive strove
  swear swore sworn
  sweep swept
  swell swollen
  swim swam swum
  swing swung
  take took taken
  teach taught
  tear tore torn
  tell told
  think thought
  throw threw thrown
  tie tied tying
  undergo underwent undergone
  understand understood
  wake woke woken
  wear wore worn
  weave wove woven
  weep wept
  win won
  wind wound
  write wrote written
  child children
  foot feet
  goose geese
  man men
  mouse mice
  tooth teeth
  woman women
  life lives
  wife wives
  knife knives
  leaf leaves
  shelf shelves
  half halves
  wolf wolves
  loaf loaves
  thief thieves
  person people
  datum data
  index indices
  matrix matrices
  good better best
  bad worse worst
  far farther further farthest furthest
`

const WORD_OF: ReadonlyMap<string, string> = new Map(
  FORMS.trim()
    .split('\n')
    .flatMap(line => {
      const [word = '', ...forms] = line.trim().split(' ')
      return forms.map((form): [string, string] => [form, word])
    }),
)

/** Most words end here. */
const MAY_BE_BRITISH = /our|res?$/
/** British endings and words, as American English spells them. */
const BRITISH = /^(?:([a-z]{3,})our(s|ed|ing|ite|ites|hood|able)?|(cent|theat|lit|met|fib)re(s)?)$/
/** Words in which `our` is no British ending. */
const NO_BRITISH = new Set([
  'contour',
  'contours',
  'detour',
  'detours',
  'devour',
  'devoured',
  'flour',
  'scour',
  'velour',
  'troubadour',
  'paramour',
])

/** The word of an irregular form, or the American spelling; any other word as it is. Lower case. */
export function regularForm(word: string): string {
  const known = WORD_OF.get(word)
  if (known !== undefined) return known
  if (word.length < 5 || !MAY_BE_BRITISH.test(word) || NO_BRITISH.has(word)) return word
  return word.replace(
    BRITISH,
    (
      _,
      our: string | undefined,
      end: string | undefined,
      re: string | undefined,
      plural: string | undefined,
    ) => (our === undefined ? `${re}er${plural ?? ''}` : `${our}or${end ?? ''}`),
  )
}
