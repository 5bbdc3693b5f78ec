/**
 * What the value of a relation has to look like.
 *
 * Owns: the forms, for both languages. A value that has not its form is not read.
 */

const DAY =
  'mon(?:day)?s?|tue(?:s|sdays?)?|wed(?:nesdays?)?|thu(?:rs|rsdays?)?|fri(?:days?)?|sat(?:urdays?)?|sun(?:days?)?'
const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const WHEN = new RegExp(
  `\\d|\\b(?:${DAY}|${MONTH}|tomorrow|noon|midnight|weekly|daily|end of|next (?:week|month|year))\\b|[周月日号点年]|星期|礼拜|明天|后天|月底|年底`,
  'i',
)
const AMOUNT = /\d|[一二两三四五六七八九十百千万亿]|\b(?:hundred|thousand|million|billion|free|zero)\b|免费/i

/** Languages that people speak; programs have lists of their own. */
const SPOKEN = new RegExp(
  '^(?:English|German|French|Spanish|Italian|Portuguese|Dutch|Swedish|Norwegian|Danish|Finnish|Polish|Czech|Russian|' +
    'Ukrainian|Greek|Turkish|Arabic|Hebrew|Persian|Farsi|Hindi|Urdu|Bengali|Tamil|Thai|Vietnamese|Indonesian|Malay|' +
    'Chinese|Mandarin|Cantonese|Japanese|Korean|Hungarian|Romanian|Bulgarian|Serbian|Croatian|Catalan|Basque|Irish|' +
    'Welsh|Latin|Esperanto|Swahili|Tagalog|Icelandic|Swiss German|(?:Brazilian )?Portuguese|sign language|' +
    '[\\u4e00-\\u9fff]{1,4}[语文話话]|[\\u4e00-\\u9fff]{1,3}方言|普通话)$',
)

/** Who leaves one of these has left no employer. */
const CITIES =
  'Berlin|Munich|Hamburg|Cologne|Frankfurt|Vienna|Graz|Zurich|Geneva|Paris|Lyon|London|Dublin|Madrid|Barcelona|Lisbon|' +
  'Porto|Rome|Milan|Turin|Amsterdam|Brussels|Prague|Warsaw|Kraków|Budapest|Athens|Oslo|Stockholm|Copenhagen|Helsinki|' +
  'Moscow|Kyiv|Istanbul|Dubai|Cairo|Nairobi|Lagos|Mumbai|Delhi|Bangalore|Singapore|Bangkok|Hanoi|Jakarta|Manila|Tokyo|' +
  'Kyoto|Osaka|Seoul|Beijing|Shanghai|Shenzhen|Hong Kong|Taipei|Sydney|Melbourne|Auckland|Toronto|Vancouver|Montreal|' +
  'New York|Boston|Chicago|Seattle|San Francisco|Los Angeles|Austin|Denver|Mexico City|Lima|Bogotá|Santiago|Germany|' +
  'France|Spain|Italy|Portugal|England|Scotland|Ireland|Austria|Switzerland|Norway|Sweden|Denmark|Finland|Poland|' +
  'Europe|China|Japan|Korea|India|Brazil|Canada|Australia|Mexico|America|' +
  '北京|上海|广州|深圳|杭州|成都|重庆|武汉|西安|南京|苏州|天津|青岛|长沙|厦门|香港|台北|澳门|东京|首尔|新加坡|伦敦|巴黎|柏林|纽约'

const FORMS: Readonly<Record<string, RegExp>> = {
  'due-date': WHEN,
  'meets-at': WHEN,
  birthday: WHEN,
  budget: AMOUNT,
  price: AMOUNT,
  port: /^\d{2,5}$/,
  version: /^[vV]?\d[\w.-]*$/,
  address: /^[a-z][a-z0-9+.-]*:\/\/\S+$|^[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:\/\S*)?$|^localhost(?::\d+)?\S*$/i,
  email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  branch: /^[\w./-]+$/,
  'default-branch': /^[\w./-]+$/,
  speaks: SPOKEN,
  job: /^(?!(?:great|good|bad|terrible|nice|fine|real|true|big) |好)[^的]+$/,
  'works-at': new RegExp(
    `^(?!(?:办公室|房间|家|家里|公司|学校|教室|会场|现场|岗位|国内|国外|外地|[一这那].*|.*[国省市县]|${CITIES})$)`,
  ),
  'lives-in': /^(?!(?:一起|学校|公司|家|家里|宿舍|酒店|附近|楼上|楼下|国外|外地|[一这那].*|自己.*)$)/,
  name: /^(?=[\p{Lu}\p{N}\p{Script=Han}]|[\w-]+[-_./@][\w-]|[\w-]+$)(?![了他她你它我]|(?:funny|great|good|bad|nice|long|wrong|odd|misleading)$)/u,
  'time-zone':
    /^(?:UTC|GMT|CET|CEST|EST|EDT|PST|PDT|JST|IST|[A-Z][a-z]+\/\w+|[A-Z]{2,4} time|\w+ time)|时间|时区|东八区/,
  license:
    /MIT|Apache|GPL|BSD|MPL|ISC|CC|Unlicense|EUPL|proprietary|commercial|open[- ]source|许可|协议|开源/i,
  diet: /^(?:vegan|vegetarian|pescatarian|flexitarian|kosher|halal|gluten-free|keto|素食|吃素|纯素|吃全素|清真)$/i,
}

/** Whether a value can stand for the relation. */
export function isValueOf(relation: string, value: string): boolean {
  return FORMS[relation]?.test(value) ?? true
}

/** Whether it is a language that people speak. */
export function isSpokenLanguage(name: string): boolean {
  return SPOKEN.test(name)
}
