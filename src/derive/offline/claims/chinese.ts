/**
 * How Chinese says what holds, what changed and what is over.
 *
 * Owns: the Chinese rules, in simplified characters. Same parts in the same order as its twin `english.ts`; the
 * notation is in `rule.ts`. Every rule lets the words of `chinese-clauses.ts` stand before its verb.
 */
import { BEFORE_VERB, chineseClauses, chineseMood } from './chinese-clauses.ts'
import { type Grammar, type Notation, type Rule, rulesOf } from './rule.ts'
import { CHINESE_NOUNS, CHINESE_TOOLS } from './tools.ts'

const HAN = '\\p{Script=Han}'
const TOOL = `(?:[A-Za-z@][\\w.+#/@-]*(?: [A-Z0-9][\\w.+#-]*){0,3}|${CHINESE_TOOLS.join('|')})`
/** What a tool is like, which is no part of its name. */
const SORT = '(?:本地|本机|自建|托管|内置|嵌入式|单机|共享|开源)?的?'
const LATIN_NAME = "[A-Z][\\w'&.-]*(?: [A-Z][\\w'&.-]*){0,3}"
const NAME = `(?:${HAN}{2,10}?|${LATIN_NAME})`
const AND = '(?:、|和|与|及|以及|跟)'
const THING = `[${HAN}\\w./ -]{1,16}?`
const PET = '小?(?:猫|狗|兔子|仓鼠|鹦鹉|鸟|乌龟|金鱼|马|蛇)(?:咪|狗)?'
const COUNT = '(?:[一两二三四五六七八九十几\\d]?[只条匹个]?)?'
const SHIFT =
  '(?:改|换|推迟|延期|延后|提前|调整|上调|下调|调|升|降|涨|延长|延|挪|移|变更|变|增加|减少|提高|降低|缩减|改名|更名|移交|交接)'
const SWITCH = '(?:切换|迁移|更换|替换|转换|换|改|切|迁|转|搬)'
const TEAM = '(?:团队|小组|组|队|部门|部|社团|俱乐部|乐队|委员会)'
const JOB =
  '(?:师|员|医生|护士|老师|教授|经理|律师|会计|记者|编辑|司机|厨师|博士后|学生|研究生|教练|总监|主管|店长|作家|画家|歌手|警察|翻译|秘书|CTO|CEO|创始人|顾问|导演|农民|木匠|电工|助理|实习生|负责人)'
const SITE = '(?:办公室|服务器|总部|机房|实验室|仓库|门店|公司|分公司|店|工厂|学校|诊所|数据中心)'
const MEETING =
  '(?:例会|周会|站会|早会|晨会|组会|班会|评审会?|课|培训|面试|聚会|彩排|会议|复盘会?|同步会|家长会|会)'

const PROPERTIES: ReadonlyMap<string, string> = new Map(
  (
    [
      ['due-date', '截止日期|截止时间|截稿日期|交付日期|期限|截止日'],
      ['budget', '预算|经费'],
      ['price', '价格|售价|费用|单价|月租'],
      ['port', '端口|端口号'],
      ['address', '地址|网址|链接|接口地址|域名'],
      ['owner', '负责人|维护者|维护人'],
      ['version', '版本|版本号'],
      ['license', '许可证|开源协议|许可协议|协议'],
      ['default-branch', '默认分支|主分支'],
      ['name', '名字|名称|姓名'],
      ['spelling', '写法|拼写'],
      ['birthday', '生日'],
      ['email', '邮箱|电子邮箱|邮箱地址'],
      ['time-zone', '时区'],
      ['reports-to', '上级|直属领导|直接领导|领导|主管|老板'],
      ['partner', '老婆|妻子|太太|老公|丈夫|爱人|女朋友|男朋友|女友|男友|伴侣|未婚妻|未婚夫'],
      ['job', '职业|职位|岗位'],
    ] as const
  ).flatMap(([relation, nouns]) => nouns.split('|').map(noun => [noun, relation] as const)),
)
const PROPERTY = [...PROPERTIES.keys()].toSorted((a, b) => b.length - a.length).join('|')

const CHINESE_NOTATION: Notation = {
  tail: '(?:了|啦|的)?(?:(?:来|做|作为|当|上|里|下|部署|开发|编写|写|搭建|实现|管理|跟踪|测试|打包|构建|跑|运行|进行|托管|存储|存).*)?',
  parts: {
    end: '(?:了|啦|的)?',
    pre: BEFORE_VERB,
    who: `(?<s>我们家|我们|我家|我|本人|用户|${NAME})`,
    thing: `(?<s>${THING})`,
    actor: `(?<a>我们|我|用户|团队|大家|${LATIN_NAME})?`,
    object: `(?<v>${THING})`,
    person: `(?<v>我|用户|${NAME})`,
    name: `(?<v>${NAME})`,
    place: `(?<v>${HAN}{2,10}?|${LATIN_NAME})`,
    org: `(?<v>[${HAN}A-Za-z0-9&. -]{2,20}?)`,
    tool: `${SORT}(?<v>${TOOL}(?:${AND}${TOOL}){0,4})`,
    old: `(?<old>${TOOL})`,
    noun: `(?<c>${CHINESE_NOUNS})`,
    list: `(?<v>[${HAN}\\w ]{1,12}?(?:${AND}[${HAN}\\w ]{1,12}?){0,5})`,
    to: '(?:成|到|为|至|用|回|去|向)',
    switch: SWITCH,
    shift: SHIFT,
    job: `(?<v>[${HAN}\\w]{0,8}?${JOB})`,
    words: `(?<v>[${HAN}\\w]{1,10}?)`,
  },
}

const rules = (relation: string, list: string, rest: Parameters<typeof rulesOf>[3] = {}): Rule[] =>
  rulesOf(CHINESE_NOTATION, relation, list, rest)
const CHANGE = { isChange: true } as const
const ENDED = { says: 'ended' } as const

const RUN = `(?:.{1,20}?(?:之后|以后|后)的?)?(?<s>CI|持续集成|测试|单测|构建|${THING})(?:在.{1,16}?(?:上|下|中|里|后))?`
const CHECK = RUN.replace(`|${THING}`, '|所有测试|全部测试|流水线')
const VERIFIED: readonly Rule[] = [
  rules(
    'verified',
    `
    ${RUN}(?:还是|现在|目前)?(?:还没有?|尚未|仍未|还未|未|没有?)(?:在.{1,12}?(?:上|里|下))?(?:经过|进行|做|被)?(?:验证|确认|测试|检查|跑过|跑通|通过)(?:过|通过)?<end>
    ${RUN}(?:还|仍|仍然|依然)?(?:有待|等待|待|需要?|得|要)(?:进行|做|再)?(?:验证|确认|测试|检查|跑通)(?:一下|一遍)?<end>
  `,
    { says: 'pending', anyway: true, value: '通过' },
  ),
  rules(
    'verified',
    `${CHECK}(?:现在|目前|还是|又|都|全)?(?:失败|挂|跑挂|没通过|不通过|没过|未通过|是红的|红)<end>`,
    { anyway: true, value: '失败' },
  ),
  rules(
    'verified',
    `
    ${CHECK}(?:在|用|跑)?(?:${TOOL})?(?:上|下|里)?(?:现在|目前|已经|已|都|终于|全部|也|仍然){0,2}(?:验证通过|通过验证|测试通过|检查通过|通过|全绿|变绿|绿|是绿的|跑通|验证过|确认无误)<end>
    ${RUN}(?:现在|目前|已经|已|都|终于|全部|也){0,2}(?:验证通过|通过验证|验证过|经过验证|确认无误)<end>
    (?:我们|我)?(?:已经|已)(?:验证|确认)(?:过)?(?:了)?(?<s>CI|${THING})<end>
  `,
    { value: '通过' },
  ),
].flat()

const TOOLS: readonly Rule[] = [
  rules(
    'license',
    `
    (?:<thing>)??<pre>(?:改用|改为|改成|换成|换用|改采用|改)(?<v>[A-Za-z][\\w .-]*?)(?:许可证|开源协议|许可协议|协议|许可)(?:发布|开源|授权)?<end>
  `,
    { ...CHANGE, subject: '项目' },
  ),
  rules(
    'license',
    `
    (?:<thing>)??<pre>(?:采用|使用|用|基于|遵循|以|按)(?:的是)?(?<v>[A-Za-z][\\w .-]*?)(?:许可证|开源协议|许可协议|协议|许可)(?:发布|开源|授权)?<end>
  `,
    { subject: '项目' },
  ),
  rules(
    'version',
    `
    (?:我们|我)?<pre>(?:把|将)?(?<s>${TOOL})(?:的?版本)?<to2>(?:从[\\w.]+)?(?:升级|更新|降级|回退)(?:到|至|为|回)了?(?<v>[vV]?\\d[\\w.-]*)<end>
  `.replaceAll('<to2>', '(?:现在|已经|已)?'),
    CHANGE,
  ),
  rules('version', `(?<s>${TOOL})的?(?:版本号?|版本)(?:是|为|：|:)(?<v>[vV]?\\d[\\w.-]*)<end>`),
  rules(
    'branch',
    `
    (?:<thing>)??<pre>(?:切换|切|换|转)到了?(?<v>[\\w./-]+)分支(?:上)?(?:开发|工作)?<end>
  `,
    { ...CHANGE, subject: '项目' },
  ),
  rules('branch', `(?:<thing>)??<pre>在(?<v>[\\w./-]+)分支(?:上)?(?:开发|工作|干活|改)?<end>`, {
    subject: '项目',
  }),
  rules(
    'tool',
    `
    <actor><pre>(?:把|将)<thing>的?<noun>?从<old><switch><to>了?<tool>
    <actor><pre>(?:把|将)<noun>从<old><switch><to>了?<tool>
    <actor><pre>(?:把|将)<noun><switch><to>了?<tool>
    (?:<thing>)??<pre>(?:把|将)<old><switch><to>了?<tool>
    (?:<thing>)??<pre>从<old><switch><to>了?<tool>
    (?:<thing>)??<pre>(?:改走|转向|<switch><to>)了?<tool>
    (?:<thing>)??<pre>用<tool>(?:代替|替代|取代|替换|换掉)了?<old>
    <tool><pre>(?:取代|替代|替换|代替)了?<old>
    <old><pre>(?:被|由|换成|已被)<tool>(?:取代|替代|替换|代替)
    (?:(?<s>我|我们|项目|${THING})的?)?<noun><pre>(?:从<old>)?<switch><to>了?<tool>
  `,
    { ...CHANGE, subject: '我们' },
  ),
  rules(
    'tool',
    `
    (?:<thing>)??<pre>(?:改用|换用|开始用|开始使用|启用|引入|采用|选用|选定|选择|选|定了用|敲定用?)了?<tool>(?:(?:来)?(?:做|作为|当|作)<noun>)?
  `,
    { ...CHANGE, subject: '我们', loose: true },
  ),
  rules(
    'tool',
    `
    <tool><pre>(?:下线|停用|弃用)了
    (?:<thing>)??<pre>(?:弃用|停用|放弃|移除|去掉|淘汰|停止使用|废弃|下掉)了?<tool>(?:(?:做|作为|当)<noun>)?
  `,
    { ...ENDED, subject: '我们', loose: true },
  ),
  rules(
    'tool',
    `
    (?:<thing>)??<pre>(?:用|使用|拿)(?:的是)?<tool>(?:来)?(?:做|作为|当|作|当作|当成)(?:我们的|项目的|我的)?<noun>
    (?:<thing>)??<pre>(?:用的是|用着|使用的是|使用|采用的是|用)<tool>
  `,
    { subject: '我们', loose: true },
  ),
  rules(
    'tool',
    `
    (?:(?<s>我|我们|咱们|用户|项目|${THING})的?)?<noun><pre>(?:是|为|用的是|用|使用|采用|走的是|走|跑在|叫|部署在|托管在|：|:)<tool>
    <tool><pre>是(?<s>我们|项目|我|用户)的<noun>
    <noun><tool><end>
    (?:<thing>)??<pre>(?:走的是|走|跑在|运行在|部署在|托管在|基于|部署到|放在|选的是|存在|是基于)<tool>
    (?:<thing>)??<pre>是?用<tool>(?:写|开发|搭建|做|实现|编写)的?
  `,
    { subject: '我们' },
  ),
  rules('tool', `<who><pre>(?:换了|买了|换成了?|入手了?)(?:一?[台部个])?新?的?<tool>`, CHANGE),
  rules('depends-on', `(?:<thing>)??<pre>(?:新增|增加|加|引入)了?(?:对)?<tool>(?:的)?依赖<end>`, {
    ...CHANGE,
    subject: '项目',
  }),
  rules('depends-on', `(?:<thing>)??<pre>(?:移除|去掉|删除|删|去除)了?(?:对)?<tool>(?:的)?依赖<end>`, {
    ...ENDED,
    subject: '项目',
  }),
  rules('depends-on', `<thing><pre>(?:依赖于|依赖)<tool><end>`),
].flat()

const OF = `(?:(?<s>[^的，。是]{1,16}?)的?)??(?<c>${PROPERTY})`
const PROPERTY_RULES: readonly Rule[] = [
  ...rules(
    'property',
    `
    ${OF}<pre>(?:从.{1,20}?)?<shift>(?:到|至|为|成|给|叫|在)?(?:了)?(?:叫|为)?(?<v>.{1,40}?)<end>
    (?:我们|我|他们|大家)?<pre>(?:把|将)${OF}(?:从.{1,20}?)?<shift>(?:到|至|为|成|给)(?:了)?(?<v>.{1,40}?)<end>
  `,
    { ...CHANGE, subject: '项目' },
  ),
  ...rules('property', `${OF}<pre>(?:是|为|叫做|叫|定在|定为|：|:|在)(?<v>.{1,60}?)<end>`, {
    subject: '项目',
  }),
]

const THINGS: readonly Rule[] = [
  rules(
    'owner',
    `
    <thing><pre>(?:由|归)?<person>(?:接手|接管)<end>
    <person><pre>(?:接手|接管)了?(?<s>${THING})<end>
    (?:我们|我)?<pre>(?:把|将)?<thing><pre2>(?:交给|移交给|转交给|交接给)了?<person>(?:负责|维护|来管|管)?<end>
  `.replaceAll('<pre2>', '(?:已经|已|现在)?'),
    CHANGE,
  ),
  rules(
    'owner',
    `
    <thing><pre>(?:由|归)<person>(?:负责|维护|管|牵头|来负责)<end>
    <person><pre>(?:负责|维护|牵头)(?<s>${THING})<end>
  `,
  ),
  rules('part-of', `<thing><pre>(?:并入|合并到|合入|归入)了?<object><end>`, CHANGE),
  rules(
    'part-of',
    `
    <thing><pre>(?:属于|隶属于|隶属)<object><end>
    <thing><pre>是<object>的一部分<end>
  `,
  ),
  rules(
    'located-in',
    `(?<s>${THING}${SITE}|${SITE})<pre>(?:从.{1,10}?)?(?:搬到|搬去|搬至|迁到|迁至|迁往)了?<place><end>`,
    CHANGE,
  ),
  rules('located-in', `(?<s>${THING}${SITE}|${SITE})<pre>(?:位于|设在|坐落在|放在|在)<place><end>`),
  rules(
    'meets-at',
    `
    (?<s>[^，的从]{0,8}?${MEETING})<pre>(?:时间)?(?:从.{1,16}?)?(?:改|挪|推迟|提前|调整|移|换)(?:到|至|为|在|成)了?(?<v>.{1,30}?)<end>
    (?:我们|我)?<pre>(?:把|将)(?<s>[^，的从]{0,8}?${MEETING})(?:从.{1,16}?)?(?:改|挪|推迟|提前|调整|移|换)(?:到|至|为|在|成)了?(?<v>.{1,30}?)<end>
  `,
    CHANGE,
  ),
  rules(
    'meets-at',
    `(?<s>[^，的每]{0,8}?${MEETING})<pre>(?:时间)?(?:是|在|定在|安排在|开在)?(?<v>(?:每|周|星期|礼拜|上午|下午|\\d).{0,24}?)(?:开|举行|进行)?<end>`,
  ),
  rules(
    'due-date',
    `<thing><pre>(?:截止到|截止|到期|(?:要|须|需)?在)(?:日期)?(?:是|于|为)?(?<v>.{1,20}?)(?:前|之前)?(?:截止|到期|交|提交|交付)<end>
    <thing><pre>(?<v>(?:[\\d一二三四五六七八九十]+月|月底|年底|周|星期|明天|下)[^，在从]{0,10}?)(?:前|之前)?(?:截止|到期|截稿)<end>`,
  ),
  rules(
    'price',
    `
    <thing><pre>(?:卖|要价|只要|收费|涨到|降到)?(?<v>(?:每(?:个?月|年|人|份|小时|天|次))?[¥￥$]?[\\d.,]+万?(?:元|块钱?|美元|欧元|刀)(?:每月|一个月|一年|/\\S+|每年|一份)?)<end>
  `,
  ),
  rules(
    'port',
    `
    <thing><pre>(?:监听|跑在|运行在|用|使用|占用)(?:的是)?(?:端口|端口号)(?<v>\\d{2,5})<end>
    <thing><pre>(?:监听|跑在|运行在|用|使用|占用|在)(?:的是)?(?<v>\\d{2,5})(?:号)?端口(?:上)?<end>
  `,
  ),
  rules(
    'port',
    `<thing>(?:的?端口)?<pre>(?:从\\d+)?(?:改|换|切换)(?:到|成|为|用)了?(?<v>\\d{2,5})(?:号)?(?:端口)?<end>`,
    CHANGE,
  ),
  rules(
    'address',
    `<thing><pre>(?:部署在|跑在|运行在|在|访问|放在)(?<v>[a-z]+://[\\w./:?=&%-]+|[\\w-]+(?:\\.[\\w-]+)+(?::\\d+)?)(?:上)?<end>`,
  ),
  rules(
    'name',
    `
    (?:我们|我)?<pre>(?:把|将)?<thing><pre2>(?:从.{1,16}?)?(?:改名|更名|重命名)(?:为|成|叫)了?(?<v>.{1,30}?)<end>
  `.replaceAll('<pre2>', '(?:现在|已经|已)?'),
    CHANGE,
  ),
  rules(
    'name',
    `
    (?<s>我|本人)<pre>(?:叫|名叫)(?!我)${'<name>'}<end>
    (?<s>(?:这个|我们的|我们|本)?(?:项目|公司|应用|产品|仓库))<pre>(?:叫做|叫|名叫|名为)(?<v>.{1,30}?)<end>
  `,
  ),
  rules('name', `(?:以后|请|就)?(?:叫我|称呼我)<name>(?:就行|就好|吧)?<end>`, { subject: '我' }),
  rules('spelling', `(?<s>我|${NAME})的名字<pre>(?:写作|写成|拼作|拼成|拼写是|写法是)(?<v>.{1,30}?)<end>`),
].flat()

const PERSONS: readonly Rule[] = [
  rules(
    'member-of',
    `<who><pre>(?:从.{1,10}?)?(?:加入|调到|转到|调入|进)了?(?<v>[${HAN}A-Za-z]{1,10}?${TEAM})<end>`,
    CHANGE,
  ),
  rules('member-of', `<who><pre>(?:离开|退出)了?(?<v>[${HAN}A-Za-z]{1,10}?${TEAM})<end>`, ENDED),
  rules(
    'member-of',
    `
    <who><pre>在(?<v>[${HAN}A-Za-z]{1,10}?${TEAM})(?:里|工作)?<end>
    <who><pre>(?:属于|是)(?<v>[${HAN}A-Za-z]{1,10}?${TEAM})的?(?:一员|成员|人)?<end>
  `,
  ),
  rules(
    'works-at',
    `
    <who><pre>(?:从.{2,16}?)?(?:跳槽到|跳槽去|跳到|入职|加入)了?(?!.{0,10}${TEAM}$)<org><end>
  `,
    CHANGE,
  ),
  rules(
    'works-at',
    `
    <who><pre>从<org>(?:离职|辞职|离开|退休|被裁)<end>
    <who><pre>(?:离开|辞去)了?<org>(?:的工作)?<end>
    <who><pre>(?:离职|辞职)(?<v>)<end>
  `,
    ENDED,
  ),
  rules(
    'works-at',
    `
    <who><pre>在<org>(?:做|当|担任)(?:一名|一个)?(?<job>[${HAN}\\w]{0,8}?${JOB})<end>
    <who><pre>在<org>(?:工作|上班|任职|就职|供职|实习)(?!过)(?:了?.{1,4}年)?<end>
    <who><pre>(?:就职于|任职于|供职于)<org><end>
  `,
  ),
  rules(
    'studies-at',
    `<who><pre>(?:考上|转学到|考进|转到)了?(?<v>[${HAN}A-Za-z ]{1,14}?(?:大学|学院|中学|小学|学校))<end>`,
    CHANGE,
  ),
  rules(
    'studies-at',
    `<who><pre>从(?<v>[${HAN}A-Za-z ]{1,14}?(?:大学|学院|中学|小学|学校))(?:毕业|退学|肄业)<end>`,
    ENDED,
  ),
  rules(
    'studies-at',
    `
    <who><pre>在(?<v>[${HAN}A-Za-z ]{1,14}?(?:大学|学院|中学|小学|学校))(?:读书|上学|念书|学习|读.{1,8}?)<end>
    <who><pre>就读于(?<v>[${HAN}A-Za-z ]{1,14}?(?:大学|学院|中学|小学|学校))<end>
  `,
  ),
  rules(
    'lives-in',
    `
    <who><pre>(?:从.{2,10}?)?(?:搬到|搬去|搬回|搬来|移居到?|迁居到?)了?<place>(?:住|定居|生活)?<end>
  `,
    CHANGE,
  ),
  rules(
    'lives-in',
    `<who><pre>(?:从)<place>(?:搬走|搬出来|搬离)<end>
    <who><pre>搬离了?<place><end>`,
    ENDED,
  ),
  rules(
    'lives-in',
    `
    <who>(?:和|跟)[${HAN}]{1,6}?(?:一起)?<pre>住在<place><end>
    <who><pre>(?:住在|定居在|定居|居住在|常住|生活在)<place><end>
    <who><pre>在<place>(?:住|生活|定居|居住)(?!过)(?:了)?(?:.{1,4}[年月])?<end>
  `,
  ),
  rules(
    'comes-from',
    `
    <who><pre>来自<place><end>
    <who>(?:的)?老家(?:是|在)<place>(?:的)?<end>
  `,
  ),
  rules('owner', `<person><pre>是(?<s>${THING})的(?:负责人|维护者|维护人)<end>`),
  rules(
    'job',
    `<who><pre>(?:转行做|改行做|升为|升任|晋升为|成为|成|转岗做|转做|升职为|当上)了?(?:一名|一个|一位)?<job><end>`,
    CHANGE,
  ),
  rules(
    'job',
    `
    <who><pre>(?:是|在)(?<org>[${HAN}A-Za-z]{2,12}?)的(?:一名|一个|一位)?<job><end>
    <who><pre>(?:是|做|当|从事|担任)(?:一名|一个|一位|个|名|位)?<job><end>
  `,
  ),
  rules('reports-to', `<who><pre>(?:改为?|改成)(?:向|跟|给)<person>汇报(?:工作)?<end>`, CHANGE),
  rules('reports-to', `<who><pre>(?:向|跟|给)<person>汇报(?:工作)?<end>`),
  rules('partner', `<who><pre>(?:和|跟|与)<person>(?:结婚|订婚|领证)<end>`, CHANGE),
  rules('partner', `<who><pre>(?:和|跟|与)<person>(?:离婚|分手)<end>`, ENDED),
  rules(
    'pet',
    `<who><pre>(?:新?领养|收养|新养|买|刚养)了?${COUNT}[${HAN}]{0,3}?${PET}[，,]?(?:名字|名)?叫<name><end>`,
    CHANGE,
  ),
  rules('pet', `(?<s>我|我们家|我家|我们)的?${PET}<name>(?:去世|走|死|离开|过世)了`, ENDED),
  rules(
    'pet',
    `
    <who>(?:家)?<pre>(?:养|有)了?${COUNT}[${HAN}]{0,3}?${PET}[，,]?(?:名字|名)?叫<name><end>
    (?<s>我|我们家|我家|我们)(?:家)?的?${PET}(?:的名字)?(?:叫|是)<name><end>
  `,
  ),
  rules(
    'allergic-to',
    `
    <who>对<list><pre>(?:严重|有点|轻度)?过敏<end>
    <who><pre>对<list>(?:严重|有点|轻度|会)?过敏<end>
  `,
  ),
  rules('diet', `<who><pre>(?:开始|改为|改成|改|变成)(?<v>吃全素|吃素|素食|纯素)(?:主义者|者)?<end>`, CHANGE),
  rules('diet', `<who><pre>(?:是)?(?<v>吃全素|吃素|素食|纯素)(?:主义者|者)?<end>`),
  rules('speaks', `<who><pre>学会了?(?:说|讲)?<list><end>`, CHANGE),
  rules('speaks', `<who><pre>(?:会说|会讲|能说|能讲|说|讲|懂)(?:一点儿?|一些|流利的?)?<list><end>`),
  rules(
    'favourite',
    `(?<m>我|用户|${NAME})(?:现在|也|一直)?最(?:喜欢|喜爱|爱)的(?<k>${HAN}{1,8}?)<pre>(?:变成|换成|改成)了?(?<v>.{1,30}?)<end>`,
    CHANGE,
  ),
  rules(
    'favourite',
    `(?<m>我|用户|${NAME})(?:现在|也|一直)?最(?:喜欢|喜爱|爱)的(?<k>${HAN}{1,8}?)<pre>(?:是|叫)(?<v>.{1,30}?)<end>`,
  ),
  rules('attitude', `<who><pre>(?:非常|特别|很|最|真的|超)?(?:讨厌|厌恶|受不了|最烦|恨)<words><end>`, {
    personal: true,
    value: '讨厌',
  }),
  rules('attitude', `<who>(?:一直|现在|真的|很|非常|特别)?(?:不喜欢|不爱)(?:吃|喝)?<words><end>`, {
    personal: true,
    value: '不喜欢',
    anyway: true,
  }),
  rules(
    'attitude',
    `<who><pre>(?:非常|特别|很|最|真的|超|更)?(?:喜欢|喜爱|爱吃|爱喝|热爱)(?:吃|喝)?<words><end>`,
    { personal: true, value: '喜欢' },
  ),
].flat()

export const CHINESE: Grammar = {
  idle: /[?？{}<>|\\]|[吗呢吧][。！!.~～… ]*$|如果|要是|假如|假设|倘若|万一|要不|是不是|能不能|可不可以|有没有|会不会|应该|应当|或许|也许|可能|大概|估计|说不定|希望|想(?!法)|考虑|建议|觉得|认为|以为|听说|据说|传说|试过|试了|试试|试用|打个比方|比如|例如|梦见|差点|没说|不如|最好|什么|怎么|为什么|哪|谁|同事说|朋友说|他说|她说|有人说|本可以|的话|宁可|宁愿|取消|回滚|没定|未定|待定|犹豫|纠结|看过|评估|调研|讨论/u,
  joke: /哈哈|玩笑|逗你|说着玩|[😂🤣😜😆🙃]/u,
  clausesOf: chineseClauses,
  moodOf: chineseMood,
  rules: [...VERIFIED, ...TOOLS, ...PERSONS, ...PROPERTY_RULES, ...THINGS],
  user: /^(?:我|本人|用户|我家)$/,
  ours: /^(?:我们|咱们|我们家|我们的|(?:这个|本|该|整个|我们的?|咱们的?)?(?:项目|仓库|代码库|代码|工程|团队|应用|全组|组里)|大家)$/,
  nameless:
    /^(?:他|她|它|他们|她们|这|那|这个|那个|这些|那些|大家|别人|有人|没人|谁|自己|你|您|你们|同事|朋友|老板|客户|公司|家里|东西|事情|这里|那里|家|问题|时候|上面|下面|其他|其它|另外|今天|昨天|明天|今年|去年|现在|之前|以前|原来|结果|然后|所以|但是|因为|如果|一个|一种|有时|平时|最后|最近|刚才|当时|本来)$/,
  parts:
    /^(?:后端|前端|网站|接口|构建|部署|测试|服务端|官网|存储|整个后端|整个前端|所有服务|脚本|文档|线上|生产环境|流水线|CI|ci)$/,
  properties: PROPERTIES,
  determiner: /^(?:我们的|咱们的|我的|用户的|这个|那个|该|本|整个|我们|咱们|我)(?=.)/,
  comma: new RegExp(AND),
}
