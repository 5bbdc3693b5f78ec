/**
 * What the types of events are called by people.
 *
 * Owns: one word or two for each type, in both languages, wherever a type is shown.
 */
import type { EventType } from './event.ts'

export const EVENT_TYPE_WORDS: Readonly<Record<'en' | 'zh', Readonly<Record<EventType, string>>>> = {
  en: {
    decision: 'decision',
    change: 'change',
    constraint: 'constraint',
    requirement: 'requirement',
    preference: 'preference',
    plan: 'plan',
    outcome: 'outcome',
    cause: 'cause',
    identity: 'identity',
    safety: 'safety',
    done: 'done',
    failed: 'tried, failed',
    open: 'open',
  },
  zh: {
    decision: '决定',
    change: '变更',
    constraint: '限制',
    requirement: '要求',
    preference: '偏好',
    plan: '计划',
    outcome: '结果',
    cause: '原因',
    identity: '身份',
    safety: '安全',
    done: '已完成',
    failed: '试过未成',
    open: '待办',
  },
}
