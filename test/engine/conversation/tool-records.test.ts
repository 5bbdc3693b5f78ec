import { describe, expect, it } from 'vitest'
import { summarise, toolRecord } from '../../../src/engine/conversation/tool-records.ts'
import { codePoints } from '../../../src/text/cut.ts'

const json = (content: string) => toolRecord({ role: 'tool', content })

describe('a tool record', () => {
  it('is recognised by its name and result, whatever the result holds [L27]', () => {
    const results = ['41 passed', '', 'null', '{"deep":[1]}', 'half \ud83d']
    expect(
      results.map(result => toolRecord({ role: 'tool', content: '', name: 'run_tests', result })),
    ).toEqual(results.map(result => ({ name: 'run_tests', result })))
  })

  it('is recognised in content that is a JSON object with both [L27, L29]', () => {
    expect(json('{"name":"run","input":{"n":1},"result":"all\\nfine"}')).toEqual({
      name: 'run',
      result: 'all\nfine',
    })
    expect(json(' {"result": null, "name": "run"} ')).toEqual({ name: 'run', result: 'null' })
    expect(json('{"name":"run","result":{"a":[1,{"b":"},\\"]"}]} ,"x":2}')).toEqual({
      name: 'run',
      result: '{"a":[1,{"b":"},\\"]"}]}',
    })
  })

  it('keeps the digits of numbers and the last of repeated members', () => {
    expect(json('{"name":"id","result":12345678901234567890}')?.result).toBe('12345678901234567890')
    expect(json('{"result":1,"name":"id","result":[2.50, 3]}')?.result).toBe('[2.50, 3]')
    expect(json('{"name":"id","\\u0072esult":[7],"other":{"result":8}}')?.result).toBe('[7]')
  })

  it('is recognised however deep its result is nested', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    expect(json(`{"name":"deep","result":${deep}}`)?.result).toBe(deep)
  })

  it('is not recognised without a name, without a result, or in other roles [L27, L30]', () => {
    const others = [
      '{"name":"run"}',
      '{"result":"fine"}',
      '{"name":7,"result":"fine"}',
      '{"name":"","result":1}',
    ]
    const broken = [
      '{"name":"run","result":',
      '[{"name":"run","result":1}]',
      'name: run, result: fine',
      '',
      'null',
    ]
    expect([...others, ...broken].map(json)).toEqual([...others, ...broken].map(() => undefined))
    expect(toolRecord({ role: 'tool', content: 'ok', name: 'run' })).toBeUndefined()
    expect(toolRecord({ role: 'tool', content: 'ok', result: 'ok' })).toBeUndefined()
    expect(toolRecord({ role: 'assistant', content: '', name: 'run', result: 'ok' })).toBeUndefined()
    expect(toolRecord({ role: 'tool', content: null, name: 'run', result: 'ok' })).toBeUndefined()
  })
})

describe('the summary of a result', () => {
  it('is its beginning with white space collapsed [L28]', () => {
    expect(summarise('\n  41 passed,\t\r\n1 failed \u3000\n')).toBe('41 passed, 1 failed')
    expect(summarise(' \n\t')).toBe('')
  })

  it('ends at 160 characters [L28]', () => {
    expect(summarise('x'.repeat(160))).toBe('x'.repeat(160))
    expect(summarise(`${'x'.repeat(160)}y`)).toBe('x'.repeat(160))
    expect(summarise(`${'x'.repeat(159)} y`)).toBe('x'.repeat(159))
    expect(summarise('𠮷'.repeat(200))).toBe('𠮷'.repeat(160))
  })

  it.each(['🔥', '𠮷', '👩‍👩‍👧‍👦', '🇩🇪', 'é'.normalize('NFD'), '👍🏽'])(
    'never cuts into %s, wherever it stands [L28]',
    unit => {
      for (let before = 150; before <= 162; before++) {
        const summary = summarise('x'.repeat(before) + unit.repeat(40))
        const whole = Math.floor((160 - before) / codePoints(unit))
        expect(summary).toBe(`${'x'.repeat(Math.min(before, 160))}${unit.repeat(Math.max(0, whole))}`)
        expect(summary.isWellFormed()).toBe(true)
      }
    },
  )

  it('is the same for a huge result as for its beginning', () => {
    const line = 'ok 1 - sends the order once\n'
    expect(summarise(line.repeat(400_000))).toBe(summarise(line.repeat(20)))
    expect(summarise('🔥'.repeat(5_000_000))).toBe('🔥'.repeat(160))
  })
})
