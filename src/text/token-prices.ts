/**
 * The prices of the token meter, in thousandths of a token.
 *
 * Owns: the numbers, fitted to o200k on mixed text (docs/decisions/2026-11-30-token-meter.md), and the tiers of
 * everyday characters. Leaves reading a text to `tokens.ts`.
 */

/** Lengths of words that have a price of their own; longer ones pay {@link PRICE}`.longLetter` for each letter more. */
export const WORD_LENGTHS = 16

/** A row of {@link WORD_LENGTHS} for each of what stands before a word (4) times its case (3). */
// biome-ignore format: one row a line
export const WORD_PRICES: Uint16Array = Uint16Array.of(
  // nothing before it: small letters, Capitalised, other
  1440, 1310, 1190, 1130, 1150, 1240, 1310, 1410, 1530, 1670, 1800, 1920, 2020, 2120, 2220, 2320,
  1590, 1460, 1290, 1130, 1070, 1100, 1190, 1290, 1410, 1570, 1730, 1880, 2020, 2150, 2280, 2390,
  1760, 1780, 1800, 1840, 1910, 2010, 2150, 2350, 2570, 2800, 3030, 3270, 3490, 3710, 3930, 4150,
  // after a space: small letters, Capitalised, other
  1030, 1110, 1140, 1150, 1140, 1130, 1120, 1150, 1190, 1210, 1210, 1220, 1260, 1300, 1360, 1410,
  1150, 1160, 1170, 1180, 1220, 1250, 1260, 1280, 1300, 1320, 1340, 1370, 1400, 1430, 1470, 1500,
  1000, 1000, 1040, 1170, 1380, 1640, 1900, 2180, 2440, 2700, 2970, 3230, 3490, 3730, 3970, 4210,
  // after . _ / or -: small letters, Capitalised, other
  1200, 1330, 1420, 1420, 1460, 1550, 1700, 1860, 2030, 2200, 2360, 2510, 2650, 2790, 2930, 3080,
  1320, 1400, 1490, 1590, 1700, 1810, 1930, 2050, 2170, 2300, 2430, 2560, 2690, 2830, 2960, 3090,
  1580, 1690, 1800, 1940, 2110, 2330, 2580, 2850, 3110, 3360, 3600, 3830, 4060, 4280, 4510, 4740,
  // after another symbol: small letters, Capitalised, other
  1430, 1570, 1690, 1820, 1970, 2090, 2140, 2190, 2240, 2330, 2430, 2550, 2670, 2790, 2910, 3030,
  1360, 1440, 1510, 1600, 1710, 1820, 1940, 2070, 2190, 2320, 2440, 2570, 2700, 2830, 2960, 3090,
  1650, 1810, 1960, 2140, 2340, 2560, 2790, 3010, 3220, 3440, 3650, 3860, 4070, 4290, 4510, 4730,
)

/** What each kind of piece costs, in thousandths of a token; a letter or symbol each, `…Run` once for its run. */
export const PRICE = {
  longLetter: 300,
  accent: 400,
  /** A piece of white space without a line end, and each further 16 characters of it. */
  spaces: 1150,
  lineEnds: 1100,
  moreSpaces: 460,
  /** Up to three digits. */
  digits: 1120,
  /** The first ASCII symbol of a run, each that differs from the one before it, and each that repeats it. */
  symbol: 1050,
  nextSymbol: 200,
  sameSymbol: 50,
  everydaySymbol: 950,
  rareSymbol: 1930,
  face: 1470,
  emoji: 2580,
  newEmoji: 2350,
  skinTone: 2150,
  joiner: 800,
  cjkAfterSpace: 120,
  cjkAfterSymbol: 910,
  hanRun: 500,
  kanjiRun: 130,
  hiraganaRun: 240,
  hangulRun: 100,
  katakanaRun: 190,
  katakana: 610,
  farLetter: 3300,
  letterRun: 320,
  cyrillic: 330,
  letter: 450,
  rareLetter: 2200,
} as const

/** By tier of the character: often one token with its neighbours, everyday, any other. */
export const HAN_PRICES = [510, 670, 1450] as const
/** Han beside kana. */
export const KANJI_PRICES = [520, 520, 1100] as const
/** By tier, as for Han. */
export const HIRAGANA_PRICES = [440, 1110, 1110] as const
/** By tier, as for Han. */
export const HANGUL_PRICES = [350, 820, 2020] as const

const CHEAP_HAN =
  '一个这用能可以为来件们工发如生作自业果组数使行现机动么开公因经技定实方些术应没所国但需样程文理其司产网事通常模重己全体间问里创进提正然容知部元越美目情解什道据制题态何计已务此费第社完品系功非世型关户直' +
  '活认结必界资注造始服设信码具任标算状函软真决统板求素导持包习供属确视保市响价字识展示整参客站片须怎办科易西安况速免至游智终验企东二版联影义觉候规互今增维备济择页否介查致支革序绍准另未历证投息测际告争录'
const EVERYDAY_HAN =
  '的是不人了有在会就大要到时上我他中多成年都出对后下更过最学于本得很面地只种者式变说家那法子前新分性类器还代比内好当力同入手看意无去该天高或电点量小加接之与度明名化值员布外回车建例单收心基等才长几合月着' +
  '起主次期项相传场位原选两由命图物向语步存别改表少管运老调特象利日取路编端处试受根万流许消师放构论级身推源指达够线则低领简教引找复节金快条门仅话交强打三钱效即转平空格记失十职先台照各优换报令置区装及球显' +
  '立段风集形总请专口观域除望病获错考预配质退读热升近死思微商气声库离轻载音止料乐超率画买靠排海辑议移约米连精随击首足按富劳队似脑谁练课星购停飞举策销压修满付键城担故列室赚款充待破北养困店阶志留玩核减缓晚' +
  '色危负亿战士久额承积巨权拟招详众财链酒巴百送阅居背围评述幸监毒土校登军略途露奖左范疗铁印洞障盖禁启毫熟股透犯斗儿律福右永涨租奋攻南航固院贷币覆淘宝俄察绩梦午箱曲艺女亮农患谢伦尼截献径私卓账您冠漏善束赢'
const CHEAP_HANGUL =
  '다하니있사서세습데으것제좋합용않입경각터변문람너방업최결많행발계록필능현표됩새따법렇열확항벤페막락특떻품움늘접께므닌충떤튼얼민객찾낌엇황랍'
const EVERYDAY_HANGUL =
  '이는지가요에을고어의를로도해아기한나은리시수보화만게면영트들그스라자인할정전작거마대일여드야되더부포적러생음상까재미동없내컴구무오과주네안예때성같우모장말연중진와위었간함신했겠운려개래랑유실감버명크점' +
  '남비반애싶공히분년타치바션당잘든워된원저추른배선조단친소링금관본직편식런번코건레르임프볼별처았던두체난심알달출죠호될물복힘후파느메걸토역력존못살설즈억또루준브퍼노불받날길환며속국테좀짜초맨듯줄클먹순완' +
  '목언통름회져차플집질디린였매형울커독긴끝올티절태왜외교평헤피극액약녀뭐강혼천응종택릭채눈참럼찮학근백앱쉬졌카답향값팅냥맞립누떨쉽잡박청악란죽족키류넘활귀먼몇쓰엔등판놀럽곤온산련담갈격겨양머슬빠패렸앞캐' +
  '급군술탄님솔월곳떠널베웃째투꾸증몰즘큼꼭엄색돌읽험셨축쁘ㅋㅠㅎ'
const CHEAP_HIRAGANA = 'しでたすまいてかりれっさこあうんよだせそばょねろざゃぱ'

/** The tier of each code unit of Han, Hangul and hiragana: 0, 1 or 2. */
export const TIERS: Uint8Array = makeTiers(
  CHEAP_HAN + CHEAP_HANGUL + CHEAP_HIRAGANA,
  EVERYDAY_HAN + EVERYDAY_HANGUL,
)

/** Symbols outside ASCII that are mostly one token: typographic and full-width punctuation, arrows, currencies. */
export const EVERYDAY_SYMBOLS: ReadonlySet<number> = new Set(
  Array.from('“”‘’…—–。，、！？：；（）「」『』【】·•→～《》×°€£«»', symbol => symbol.codePointAt(0) ?? 0),
)

function makeTiers(cheap: string, everyday: string): Uint8Array {
  const tiers = new Uint8Array(0x10000).fill(2)
  for (let at = 0; at < everyday.length; at++) tiers[everyday.charCodeAt(at)] = 1
  for (let at = 0; at < cheap.length; at++) tiers[cheap.charCodeAt(at)] = 0
  return tiers
}
