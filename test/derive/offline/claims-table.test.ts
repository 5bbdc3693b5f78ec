/** Claims by rule, sentence by sentence: kinds of relations in every form, and sentences that say nothing. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { EventScope } from '../../../src/domain/event.ts'
import { eventOf, ofUser, said } from './claims-events.ts'

interface Stated {
  kind: string
  form: 'moved' | 'ended' | 'added' | 'restated'
  scope?: EventScope
  text: string
  claims: string[]
}

const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/claims/${name}`, import.meta.url), 'utf8')
    .split('\n')
    .filter(line => line !== '')

describe.each(['en', 'zh'])('claims of sentences, %s', language => {
  const rows: Stated[] = fixture(`stated.${language}.jsonl`).map(line => JSON.parse(line))

  it.each(rows)('$kind, $form: $text', ({ text, scope, claims }) => {
    expect(said(scope === 'user' ? ofUser(text, 'preference') : eventOf(text))).toEqual(claims)
  })

  it.each(fixture(`silent.${language}.txt`))('reads nothing out of: %s', text => {
    expect([said(eventOf(text)), said(ofUser(text, 'decision'))]).toEqual([[], []])
  })
})

describe('the table', () => {
  it('covers every form of at least 35 kinds in English and 25 in Chinese', () => {
    const kindsOf = (language: string) => {
      const rows: Stated[] = fixture(`stated.${language}.jsonl`).map(line => JSON.parse(line))
      const forms = Map.groupBy(rows, row => row.kind)
      return [...forms.values()].filter(kind => new Set(kind.map(row => row.form)).size === 4).length
    }
    expect({ en: kindsOf('en') >= 35, zh: kindsOf('zh') >= 25 }).toEqual({ en: true, zh: true })
  })
})
