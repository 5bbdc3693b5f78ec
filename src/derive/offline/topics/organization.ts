/**
 * Events put under chapters and sections by rules.
 *
 * Owns: which chapter an event belongs to, and in which language a new title is written: that of the event which made
 * the chapter. Leaves sections to `matters.ts`. Writes no overviews: without a model the entries speak for themselves.
 */
import type { MemoryEvent } from '../../../domain/event.ts'
import { topicKey } from '../../../domain/topic.ts'
import { languageOf } from '../../../text/language.ts'
import type { EventsToOrganize, KnownChapter, Organization, Placement } from '../../organizer.ts'
import { languageOfTitle, matterOf, type TitleLanguage, titlesOf } from './matters.ts'

const ABOUT_USER = { en: 'About the user', zh: '关于用户' } as const
/** Of a space that has no name of its own. */
const GENERAL = { en: 'General', zh: '综合' } as const
/** A thing that so many events of a batch name is a lasting subject. */
const SEVERAL = 3

/** A chapter with what the batch has added to it. */
interface Growing {
  title: string
  firstTitle: string
  sections: { title: string; firstTitle: string }[]
}

/** Where each event goes that has no place yet. */
export function organize({ events, placed, chapters, subject, isAboutUser }: EventsToOrganize): Organization {
  const growing = chapters.map(copied)
  const names = namesOfSeveral(events, subject)
  const placements = events
    .filter(event => !placed.has(event.id))
    .map((event): Placement => {
      const language = languageOf(`${event.title}\n${event.summary}`) === 'zh' ? 'zh' : 'en'
      const chapter = isAboutUser
        ? titled(growing, Object.values(ABOUT_USER), ABOUT_USER[language], newChapter)
        : chapterOf(event, growing, { names, subject, language })
      const titles = titlesOf(matterOf(event))
      const section = titled(
        chapter.sections,
        Object.values(titles),
        titles[languageOfChapter(chapter) ?? language],
        newSection,
      )
      return { event: event.id, chapter: chapter.title, section: section.title }
    })
  return { placements, overviews: [] }
}

const copied = ({ title, firstTitle, sections }: KnownChapter): Growing => ({
  title,
  firstTitle,
  sections: sections.map(section => ({ ...section })),
})

function chapterOf(
  event: MemoryEvent,
  growing: Growing[],
  { names, subject, language }: { names: readonly string[]; subject: string; language: TitleLanguage },
): Growing {
  const own = subject === '' ? Object.values(GENERAL) : [subject]
  const ownKeys = own.map(topicKey)
  const others = growing.filter(({ firstTitle }) => !ownKeys.includes(topicKey(firstTitle)))
  const text = `${event.title}\n${event.summary}`
  const known = others.find(({ title, firstTitle }) => mentions(text, title) || mentions(text, firstTitle))
  if (known) return known
  const name = names.find(one => mentions(text, one))
  if (name !== undefined) return titled(growing, [name], name, newChapter)
  return titled(growing, own, subject === '' ? GENERAL[language] : subject, newChapter)
}

const newSection = (title: string) => ({ title, firstTitle: title })
const newChapter = (title: string): Growing => ({ ...newSection(title), sections: [] })

/** The one that bears, or bore at first, one of the titles; else a new one. */
function titled<T extends { title: string; firstTitle: string }>(
  known: T[],
  titles: readonly string[],
  title: string,
  make: (title: string) => T,
): T {
  const keys = titles.map(topicKey)
  const found =
    known.find(one => keys.includes(topicKey(one.title))) ??
    known.find(one => keys.includes(topicKey(one.firstTitle)))
  if (found) return found
  const made = make(title)
  known.push(made)
  return made
}

const languageOfChapter = ({ sections }: Growing): TitleLanguage | undefined =>
  sections.map(({ firstTitle }) => languageOfTitle(firstTitle)).find(language => language !== undefined)

/** What is called a project by name: `project Atlas`, `the Atlas project`, 「星图」项目, 星图项目 behind a mark. */
const NAMED = [
  /\b[Pp]roject\s+([A-Z][\w.-]{2,30})/g,
  /\b([A-Z][\w.-]{2,30})\s+project\b/g,
  /[“"「『《]([^”"」』》\n]{2,20})[”"」』》]\s{0,2}项目/g,
  /项目\s{0,2}[“"「『《]([^”"」』》\n]{2,20})[”"」』》]/g,
  /(?<![\p{L}\p{N}])([A-Za-z][\w.-]{2,30})\s{0,2}项目/gu,
]

/** Names that several of the events call a project, the subject's own left out, in order of their first mention. */
function namesOfSeveral(events: readonly MemoryEvent[], subject: string): string[] {
  const counts = new Map<string, { name: string; events: number }>()
  for (const { title, summary } of events) {
    const text = `${title}\n${summary}`
    const names = new Map(
      NAMED.flatMap(pattern => [...text.matchAll(pattern)]).map(([, name = '']) => [topicKey(name), name]),
    )
    for (const [key, name] of names) {
      const known = counts.get(key) ?? { name, events: 0 }
      counts.set(key, { ...known, events: known.events + 1 })
    }
  }
  const key = topicKey(subject)
  return [...counts].filter(([one, { events: n }]) => n >= SEVERAL && one !== key).map(([, { name }]) => name)
}

/** Whether the text holds the name as whole words. */
function mentions(text: string, name: string): boolean {
  const at = topicKey(text)
  const wanted = topicKey(name)
  if (wanted.length < 2) return false
  for (let start = at.indexOf(wanted); start >= 0; start = at.indexOf(wanted, start + 1)) {
    const around = `${at[start - 1] ?? ' '}${at[start + wanted.length] ?? ' '}`
    const isOfWord = /[a-z0-9_]/.test(wanted.at(0) ?? '') && /[a-z0-9_]/.test(around)
    if (!isOfWord) return true
  }
  return false
}
