/**
 * Values of options and arguments, checked where they are parsed.
 */
import { InvalidArgumentError } from 'commander'
import type { Level } from '../domain/conversation.ts'
import type { EventType } from '../domain/event.ts'
import { TOPIC_CATEGORIES, type TopicCategory } from '../memory.ts'

/** A parser for whole numbers of a range. */
export function integer(min: number, max = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return text => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return value
    throw new InvalidArgumentError(
      max === Number.MAX_SAFE_INTEGER
        ? `Give a whole number, ${min} or more.`
        : `Give a whole number from ${min} to ${max}.`,
    )
  }
}

export const level = (text: string): Level => integer(0, 5)(text) as Level

/** A parser for a list of words, separated by commas, each one of the known. */
export function listOf<Word extends string>(known: readonly Word[]): (text: string) => Word[] {
  return text =>
    text.split(',').map(part => {
      const word = known.find(one => one === part.trim())
      if (word !== undefined) return word
      throw new InvalidArgumentError(`Give some of: ${known.join(', ')}.`)
    })
}

const EVENT_TYPES: Record<EventType, true> = {
  decision: true,
  change: true,
  constraint: true,
  requirement: true,
  preference: true,
  plan: true,
  outcome: true,
  cause: true,
  identity: true,
  safety: true,
  done: true,
  failed: true,
  open: true,
}

export function eventType(text: string): EventType {
  const [type, ...others] = listOf(Object.keys(EVENT_TYPES) as EventType[])(text)
  if (type !== undefined && others.length === 0) return type
  throw new InvalidArgumentError('Give one type.')
}

export function topicCategory(text: string): TopicCategory {
  const [category, ...others] = listOf(TOPIC_CATEGORIES)(text)
  if (category !== undefined && others.length === 0) return category
  throw new InvalidArgumentError('Give one category.')
}
