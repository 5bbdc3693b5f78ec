/**
 * The words around topics, in English and Chinese.
 *
 * Owns: texts that a model or a user reads in a directory or an opened topic. Leaves their order and size to
 * `directory.ts` and `opened.ts`.
 */
import type { EventType } from '../../domain/event.ts'
import { EVENT_TYPE_WORDS } from '../../domain/event-words.ts'
import type { OverviewPart } from '../../domain/topic.ts'
import { languageOf } from '../../text/language.ts'
import type { TopicCategory } from './categories.ts'

/** A language in which topics are shown. */
export type TopicLanguage = 'en' | 'zh'

/** What stands behind an entry to say how far it holds. */
export type EntryMark = 'planned' | 'cancelled' | 'superseded' | 'conflict'

interface Words {
  directory: string
  pageOf: (page: number, pages: number) => string
  notOrganised: (n: number) => string
  moreSections: (n: number) => string
  moreTopics: (chapters: number, sections: number, page: number) => string
  byCategory: string
  categories: Record<TopicCategory, string>
  colon: string
  comma: string
  events: (n: number) => string
  entries: string
  parts: Record<OverviewPart, string>
  types: Readonly<Record<EventType, string>>
  marks: Record<EntryMark, string>
  unknownTime: string
  leftOut: (paragraphs: number, entries: number) => string
  noEvents: string
}

const EN: Words = {
  directory: 'Remembered, by topic (with the number of events; a topic is opened by its id):',
  pageOf: (page, pages) => `page ${page} of ${pages}`,
  notOrganised: n => `Not yet organised: ${n}`,
  moreSections: n => `and ${n} more ${n === 1 ? 'section' : 'sections'}`,
  moreTopics: (chapters, sections, page) =>
    `And ${chapters === 0 ? '' : `${chapters} more ${chapters === 1 ? 'chapter' : 'chapters'}, `}${sections} more ${sections === 1 ? 'section' : 'sections'}: see memory topics page ${page}`,
  byCategory: 'All events by category: ',
  categories: {
    preferences: 'preferences and requirements',
    decisions: 'decisions and plans',
    work: 'work and results',
    communication: 'communication and collaboration',
    other: 'other experience',
  },
  colon: ': ',
  comma: ', ',
  events: n => (n === 1 ? '1 event' : `${n} events`),
  entries: 'Entries',
  parts: {
    background: 'Background',
    progress: 'Progress',
    decisions: 'Decisions',
    changes: 'Changes',
    open: 'Open questions',
  },
  types: EVENT_TYPE_WORDS.en,
  marks: { planned: 'planned', cancelled: 'cancelled', superseded: 'superseded', conflict: 'in conflict' },
  unknownTime: 'unknown time',
  leftOut: (paragraphs, entries) =>
    `… left out: ${[
      paragraphs === 0 ? '' : `${paragraphs} ${paragraphs === 1 ? 'paragraph' : 'paragraphs'}`,
      entries === 0 ? '' : `${entries} ${entries === 1 ? 'event' : 'events'}`,
    ]
      .filter(text => text !== '')
      .join(', ')}`,
  noEvents: 'No events.',
}

const ZH: Words = {
  directory: '按主题列出的记忆（数字为事件数；用标识展开主题）：',
  pageOf: (page, pages) => `第 ${page} 页，共 ${pages} 页`,
  notOrganised: n => `尚未整理：${n}`,
  moreSections: n => `另有 ${n} 节`,
  moreTopics: (chapters, sections, page) =>
    `另有${chapters === 0 ? '' : ` ${chapters} 章、`} ${sections} 节：见记忆主题第 ${page} 页`,
  byCategory: '全部事件按类别：',
  categories: {
    preferences: '偏好与要求',
    decisions: '决定与计划',
    work: '工作与结果',
    communication: '沟通与协作',
    other: '其他经历',
  },
  colon: '：',
  comma: '、',
  events: n => `${n} 个事件`,
  entries: '条目',
  parts: { background: '背景', progress: '进展', decisions: '决定', changes: '变更', open: '未决' },
  types: EVENT_TYPE_WORDS.zh,
  marks: { planned: '计划', cancelled: '已取消', superseded: '已被取代', conflict: '有冲突' },
  unknownTime: '时间未知',
  leftOut: (paragraphs, entries) =>
    `……未列出：${[paragraphs === 0 ? '' : `${paragraphs} 段`, entries === 0 ? '' : `${entries} 个事件`]
      .filter(text => text !== '')
      .join('、')}`,
  noEvents: '没有事件。',
}

/** The words of a language. */
export const wordsOf = (language: TopicLanguage): Words => (language === 'zh' ? ZH : EN)

/** The language that fits titles. */
export const languageOfTitles = (titles: readonly string[]): TopicLanguage =>
  languageOf(titles.join('\n')) === 'zh' ? 'zh' : 'en'
