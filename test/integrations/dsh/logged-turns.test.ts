/** What of a session's log becomes a turn. */
import { describe, expect, it } from 'vitest'
import { isLogged, lastTurnBefore, turnsOfLog } from '../../../src/integrations/dsh/logged-turns.ts'
import { Log } from './log.ts'

const said = (log: Log) =>
  turnsOfLog(log.events).map(({ turn, messages, interrupted }) => ({
    turn: turn.split('@')[0],
    interrupted,
    said: messages.map(({ role, content, name, result }) =>
      [role, content || `${name} ${result}`].join(': '),
    ),
  }))

describe('turns of a log', () => {
  it('hold what people and the model say, and calls with their results, each where it ended', () => {
    const log = new Log()
    log.start()
    log.user('Which port?')
    log.assistant(
      { type: 'reasoning', text: 'I should look.' },
      { type: 'text', text: 'I look.' },
      { type: 'tool-call' },
    )
    log.call('c1', 'read', '{"file_path":"a"}')
    log.result('c1', 'Port 8443.')
    log.assistant({ type: 'text', text: 'It is 8443.' })
    const end = log.end()
    const [turn] = turnsOfLog(log.events)
    expect(turn).toMatchObject({ turn: '1@1000', interrupted: false, logEnd: end.seq })
    expect(turn?.messages.map(({ externalId: _, ...message }) => message)).toEqual([
      { role: 'user', content: 'Which port?', at: 1_001 },
      { role: 'assistant', content: 'I look.', at: 1_002 },
      {
        role: 'tool',
        content: '',
        name: 'read',
        callId: 'c1',
        arguments: '{"file_path":"a"}',
        result: 'Port 8443.',
        at: 1_004,
      },
      { role: 'assistant', content: 'It is 8443.', at: 1_005 },
    ])
  })

  it('name what is no text, mark failed calls, and keep a call that never got a result', () => {
    const log = new Log()
    log.start()
    log.message('user/message', {
      id: 'm',
      role: 'user',
      content: [{ type: 'text', text: 'Look:' }, { type: 'image' }],
      source: { kind: 'user' },
    })
    log.assistant({ type: 'tool-call' })
    log.call('c1', 'bash', '{}')
    log.result('c1', 'no such file', true)
    log.call('c2', 'bash', '{}')
    log.end('aborted')
    const [turn] = turnsOfLog(log.events)
    expect(turn?.interrupted).toBe(true)
    expect(
      turn?.messages.map(({ role, content, callId, result, isError }) => [
        role,
        content,
        callId,
        result,
        isError,
      ]),
    ).toEqual([
      ['user', 'Look:\n[image]', undefined, undefined, undefined],
      ['tool', '', 'c1', 'no such file', true],
      ['tool', '', 'c2', undefined, undefined],
    ])
  })

  it('leave out what is injected, replaced or still open [L9]', () => {
    const log = new Log()
    log.start()
    log.user('Oak?')
    log.user('Files: AGENTS.md', { kind: 'plugin', plugin: 'instructions' })
    const answer = log.assistant({ type: 'text', text: 'Oak.' })
    log.end()
    const { nodes } = log.surface
    const view = {
      id: 'v',
      role: 'user' as const,
      content: [{ type: 'text', text: 'faded' }],
      source: { kind: 'user' },
    }
    log.append('user/message', view, {
      surfaceOp: { op: 'replace', start: nodes[0] ?? 0, end: answer.seq },
      sourceEventSeqs: [...nodes],
    })
    log.start()
    log.user('Pine?')
    expect(said(log)).toEqual([{ turn: '1', interrupted: false, said: ['user: Oak?', 'assistant: Oak.'] }])
  })

  it('keep what the agent did on its own with the next turn of a person', () => {
    const log = new Log()
    log.turn('Start the job.')
    log.start()
    log.user('job 7 has ended', { kind: 'plugin', plugin: 'jobs' })
    log.assistant({ type: 'text', text: 'The job is done.' })
    log.end()
    log.turn('Thanks.', 'You are welcome.')
    expect(said(log)).toEqual([
      { turn: '1', interrupted: false, said: ['user: Start the job.', 'assistant: Understood.'] },
      {
        turn: '3',
        interrupted: false,
        said: ['assistant: The job is done.', 'user: Thanks.', 'assistant: You are welcome.'],
      },
    ])
  })

  it('are known by number and beginning, so that a log which lost its end is seen', () => {
    const log = new Log()
    log.turn('One.')
    const end = log.turn('Two.')
    const [, second] = turnsOfLog(log.events)
    expect(isLogged(log.events, second ?? { turn: '', logEnd: 0 })).toBe(true)
    expect(isLogged(log.events, { turn: '2@999', logEnd: end.seq })).toBe(false)
    expect(isLogged(log.events, { turn: second?.turn ?? '', logEnd: end.seq - 1 })).toBe(false)
    expect(isLogged(log.events.slice(0, end.seq), { turn: second?.turn ?? '', logEnd: end.seq })).toBe(false)
  })

  it('tell the last one that a fork shares', () => {
    const log = new Log()
    log.turn('One.')
    const end = log.turn('Two.')
    log.turn('Three.')
    expect(lastTurnBefore(log.events, end.seq + 1)).toMatchObject({ turn: '2@1004', logEnd: end.seq })
    expect(lastTurnBefore(log.events, end.seq)).toMatchObject({ turn: '1@1000' })
    expect(lastTurnBefore(log.events, 2)).toBeUndefined()
  })
})
