/**
 * The kinds of relations that are read out of words by rule, and what they are called.
 *
 * Owns: one row for each kind: how a new claim meets an older one, what stands at either end, its names in English
 * and Chinese. Leaves the words that say it to `derive/offline/claims`. Other relations may exist; they are shown by
 * their own words.
 */
import type { FactMode, NodeType } from './graph.ts'

/** What is known of one kind of relation. */
export interface RelationKind {
  mode: FactMode
  /** Type of the subject when it is neither the user nor the project. */
  subject: NodeType
  /** Type of the node at the other end; null when the value is no node. */
  object: NodeType | null
  en: string
  zh: string
}

type Row = readonly [FactMode, NodeType, NodeType | null, string, string]

/** Kinds whose name goes on with a thing of its own: `favourite-editor`, `attitude-sushi`. */
export const FAVOURITE = 'favourite-'
export const ATTITUDE = 'attitude-'

const OPEN_KINDS: Readonly<Record<string, Row>> = {
  [FAVOURITE]: ['state', 'person', null, 'favourite', '最喜欢的'],
  [ATTITUDE]: ['state', 'person', null, 'attitude to', '对'],
}

const ROWS = {
  // What a project is made with.
  'package-manager': ['relation', 'project', 'tool', 'package manager', '包管理器'],
  database: ['relation', 'project', 'tool', 'database', '数据库'],
  cache: ['relation', 'project', 'tool', 'cache', '缓存'],
  'message-queue': ['relation', 'project', 'tool', 'message queue', '消息队列'],
  'programming-language': ['set', 'project', 'tool', 'programming language', '编程语言'],
  runtime: ['relation', 'project', 'tool', 'runtime', '运行时'],
  'ui-framework': ['relation', 'project', 'tool', 'UI framework', '前端框架'],
  'server-framework': ['relation', 'project', 'tool', 'server framework', '后端框架'],
  hosting: ['relation', 'project', 'tool', 'hosting', '部署平台'],
  ci: ['relation', 'project', 'tool', 'CI', '持续集成'],
  'test-runner': ['relation', 'project', 'tool', 'test runner', '测试框架'],
  bundler: ['relation', 'project', 'tool', 'bundler', '打包工具'],
  linter: ['relation', 'project', 'tool', 'linter', '代码检查'],
  'issue-tracker': ['relation', 'project', 'tool', 'issue tracker', '任务跟踪'],
  'code-host': ['relation', 'project', 'tool', 'code host', '代码托管'],
  'chat-tool': ['relation', 'project', 'tool', 'chat tool', '沟通工具'],
  'ai-model': ['relation', 'project', 'tool', 'AI model', 'AI 模型'],
  uses: ['set', 'project', 'tool', 'uses', '使用'],
  'depends-on': ['set', 'project', 'tool', 'depends on', '依赖'],
  // What a thing is like.
  version: ['state', 'tool', null, 'version', '版本'],
  branch: ['state', 'project', null, 'working branch', '工作分支'],
  'default-branch': ['state', 'project', null, 'default branch', '默认分支'],
  owner: ['relation', 'project', 'person', 'owner', '负责人'],
  'part-of': ['relation', 'project', 'project', 'part of', '属于'],
  'located-in': ['relation', 'organization', 'place', 'located in', '位于'],
  'meets-at': ['state', 'project', null, 'meeting time', '会议时间'],
  'due-date': ['state', 'project', null, 'due date', '截止日期'],
  budget: ['state', 'project', null, 'budget', '预算'],
  price: ['state', 'project', null, 'price', '价格'],
  port: ['state', 'project', null, 'port', '端口'],
  address: ['state', 'project', null, 'address', '地址'],
  license: ['state', 'project', null, 'license', '许可证'],
  verified: ['state', 'project', null, 'verified', '验证'],
  name: ['state', 'project', null, 'name', '名称'],
  spelling: ['state', 'person', null, 'spelling', '写法'],
  // What a person is, has and does.
  editor: ['relation', 'person', 'tool', 'editor', '编辑器'],
  'operating-system': ['relation', 'person', 'tool', 'operating system', '操作系统'],
  shell: ['relation', 'person', 'tool', 'shell', '命令行'],
  laptop: ['state', 'person', null, 'computer', '电脑'],
  phone: ['state', 'person', null, 'phone', '手机'],
  'lives-in': ['relation', 'person', 'place', 'lives in', '住在'],
  'comes-from': ['relation', 'person', 'place', 'comes from', '来自'],
  'works-at': ['relation', 'person', 'organization', 'works at', '就职于'],
  'studies-at': ['relation', 'person', 'organization', 'studies at', '就读于'],
  job: ['state', 'person', null, 'job', '职业'],
  'reports-to': ['relation', 'person', 'person', 'reports to', '汇报给'],
  'member-of': ['set', 'person', 'organization', 'member of', '成员'],
  partner: ['relation', 'person', 'person', 'partner', '伴侣'],
  pet: ['set', 'person', null, 'pet', '宠物'],
  'allergic-to': ['set', 'person', null, 'allergic to', '过敏'],
  diet: ['state', 'person', null, 'diet', '饮食'],
  speaks: ['set', 'person', null, 'speaks', '会说'],
  birthday: ['state', 'person', null, 'birthday', '生日'],
  email: ['state', 'person', null, 'email', '邮箱'],
  'time-zone': ['state', 'person', null, 'time zone', '时区'],
} as const satisfies Readonly<Record<string, Row>>

const KINDS: ReadonlyMap<string, Row> = new Map(Object.entries(ROWS))

/** Every kind with a fixed name, in the order in which it is best read: projects, things, persons. */
export const RELATIONS: readonly string[] = [...KINDS.keys()]

/** What is known of a relation; `undefined` of one that no rule reads. */
export function relationKind(relation: string): RelationKind | undefined {
  const row = KINDS.get(relation) ?? OPEN_KINDS[openKindOf(relation) ?? '']
  if (!row) return undefined
  const [mode, subject, object, en, zh] = row
  return { mode, subject, object, en, zh }
}

/** What a relation is called: the label of its kind, else its own words with blanks for hyphens. */
export function relationLabel(relation: string, language: 'en' | 'zh'): string {
  const kind = relationKind(relation)
  if (!kind) return relation.replaceAll('-', ' ')
  const open = openKindOf(relation)
  if (!open) return kind[language]
  const thing = relation.slice(open.length).replaceAll('-', ' ')
  if (language === 'en') return `${kind.en} ${thing}`
  return open === ATTITUDE ? `${kind.zh}${thing}的态度` : `${kind.zh}${thing}`
}

function openKindOf(relation: string): string | undefined {
  return [FAVOURITE, ATTITUDE].find(kind => relation.startsWith(kind) && relation.length > kind.length)
}
