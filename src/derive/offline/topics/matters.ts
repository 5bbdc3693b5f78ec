/**
 * The matters that a section is about, by the words of an event, in English and Chinese.
 *
 * Owns: their titles, their words, and what an event without such words is about by its type. Leaves chapters to
 * `chapters.ts`. Fifteen, so that no chapter has more sections.
 */
import type { EventType, MemoryEvent } from '../../../domain/event.ts'

/** A language in which topics are titled. */
export type TitleLanguage = 'en' | 'zh'

/** One matter. */
export interface Matter {
  titles: Readonly<Record<TitleLanguage, string>>
  /** Beginnings of English words, whole ones behind `=`, and Chinese words. */
  words: string
}

const MATTERS = {
  build: {
    titles: { en: 'Dependencies and build', zh: '依赖与构建' },
    words: `dependenc package =npm =pnpm =yarn =bun bundl build compil monorepo lockfile install version upgrade
      =vite webpack =cargo gradle =pip =maven toolchain typescript =node refactor =lint librar =repo =branch commit
      依赖 构建 编译 打包 安装包 版本 升级 工具链 框架 重构 代码仓 分支`,
  },
  tests: {
    titles: { en: 'Tests and CI', zh: '测试与持续集成' },
    words: `=test =tests testing tested =ci pipeline coverage vitest =jest playwright flaky regression =bug =bugs
      测试 用例 持续集成 流水线 覆盖率 回归 缺陷`,
  },
  operations: {
    titles: { en: 'Deployment and operations', zh: '部署与运维' },
    words: `deploy releas rollback docker kubernetes =k8s =server =servers staging production =ops monitor alert outage
      incident hosting =cloud container uptime
      部署 上线 发布 回滚 容器 服务器 运维 监控 告警 故障 生产环境 云`,
  },
  data: {
    titles: { en: 'Data and storage', zh: '数据与存储' },
    words: `database postgres sqlite mysql redis storage backup schema migrat =table =tables =query queries =index =data
      dataset
      数据库 数据 存储 备份 迁移 表结构 索引 缓存`,
  },
  interface: {
    titles: { en: 'Interface and design', zh: '界面与设计' },
    words: `=ui =ux interface design layout colour color theme font button =page =pages frontend css component
      accessib screen menu
      界面 设计 布局 颜色 主题 字体 按钮 页面 前端 组件 菜单`,
  },
  security: {
    titles: { en: 'Security and access', zh: '安全与权限' },
    words: `securit password secret token login auth permission encrypt credential certificate vulnerab privacy =access
      密码 密钥 登录 权限 加密 证书 漏洞 鉴权 认证 隐私 口令`,
  },
  performance: {
    titles: { en: 'Performance', zh: '性能' },
    words: `performan latenc slow speed =fast faster throughput =memory =cpu timeout optimi benchmark
      性能 延迟 变慢 很慢 太慢 加速 吞吐 内存 超时 优化 提速`,
  },
  documents: {
    titles: { en: 'Documentation', zh: '文档' },
    words: `document =docs readme changelog tutorial =guide =manual =wiki translat
      文档 说明书 手册 教程 变更日志 翻译`,
  },
  health: {
    titles: { en: 'Health and safety', zh: '健康与安全' },
    words: `allerg doctor hospital medic =ill illness =pain diet vegetarian vegan =gym exercis sleep health injur =safety
      =dentist
      过敏 医生 医院 药 生病 疼 饮食 素食 健身 锻炼 睡眠 健康 受伤 体检`,
  },
  people: {
    titles: { en: 'People and roles', zh: '人员与分工' },
    words: `=team =manager colleague =owner =owns =responsible =role =roles hire =hired joined customer client =boss
      =wife =husband =daughter =son =sister =brother =mother =father =friend =friends
      团队 同事 负责 分工 经理 客户 领导 招聘 加入 妻子 丈夫 女儿 儿子 姐姐 妹妹 哥哥 弟弟 妈妈 爸爸 朋友`,
  },
  schedule: {
    titles: { en: 'Schedule', zh: '时间安排' },
    words: `deadline schedul =meeting =meetings appointment calendar milestone postpon =due sprint roadmap
      截止 日程 会议 开会 约定 推迟 里程碑 排期 时间表 延期`,
  },
  home: {
    titles: { en: 'Home and travel', zh: '家居与出行' },
    words: `kitchen =home =house apartment =flat furniture garden travel =trip flight hotel =train vacation holiday =car
      =moved =rent cook recipe =dog =cat =pet
      厨房 家里 房子 公寓 家具 花园 旅行 旅游 航班 酒店 火车 高铁 假期 搬家 租房 做饭 菜谱 猫 狗 宠物`,
  },
  wishes: { titles: { en: 'Preferences and requirements', zh: '偏好与要求' }, words: '' },
  decisions: { titles: { en: 'Decisions and plans', zh: '决定与计划' }, words: '' },
  other: { titles: { en: 'Other experience', zh: '其他经历' }, words: '' },
} as const satisfies Record<string, Matter>

/** Name of a matter. */
export type MatterName = keyof typeof MATTERS

const NAMES = Object.keys(MATTERS) as MatterName[]

/** Both titles of a matter. */
export const titlesOf = (name: MatterName): Matter['titles'] => MATTERS[name].titles

/** The language of a title of a matter; undefined for a title of none. */
export const languageOfTitle = (title: string): TitleLanguage | undefined =>
  (['en', 'zh'] as const).find(language => NAMES.some(name => MATTERS[name].titles[language] === title))

/** What an event is about when its words do not tell. */
const BY_TYPE: Readonly<Record<EventType, MatterName>> = {
  decision: 'decisions',
  plan: 'decisions',
  open: 'decisions',
  preference: 'wishes',
  requirement: 'wishes',
  constraint: 'wishes',
  identity: 'people',
  safety: 'health',
  change: 'other',
  outcome: 'other',
  cause: 'other',
  done: 'other',
  failed: 'other',
}

interface Words {
  name: MatterName
  latin: RegExp | undefined
  han: readonly string[]
}

const WORDS: readonly Words[] = NAMES.flatMap((name): Words[] => {
  const words = MATTERS[name].words.split(/\s+/).filter(word => word !== '')
  if (words.length === 0) return []
  const latin = words.filter(word => /^[=a-z]/.test(word))
  const pattern = latin.map(word => (word.startsWith('=') ? `${word.slice(1)}\\b` : `${word}\\w*`))
  return [
    {
      name,
      latin: new RegExp(`(?<![\\w-])(?:${pattern.join('|')})`, 'g'),
      han: words.filter(word => !latin.includes(word)),
    },
  ]
})

/** A word of the title says as much as this many of the summary. */
const TITLE_WEIGHT = 2

/** The matter that most words of the event name; by its type when none does. */
export function matterOf({ title, summary, tags, type }: MemoryEvent): MatterName {
  const head = `${title} ${tags.join(' ')}`.toLowerCase()
  const body = summary.toLowerCase()
  let best: MatterName = BY_TYPE[type]
  let most = 0
  for (const words of WORDS) {
    const score = TITLE_WEIGHT * hits(words, head) + hits(words, body)
    if (score > most) {
      most = score
      best = words.name
    }
  }
  return best
}

/** Different words that stand in the text. */
function hits({ latin, han }: Words, text: string): number {
  const found = new Set<string>(latin === undefined ? [] : (text.match(latin) ?? []))
  return found.size + han.filter(word => text.includes(word)).length
}
