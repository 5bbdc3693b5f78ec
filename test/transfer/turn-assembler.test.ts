import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type MessageInput, ROLES } from '../../src/domain/conversation.ts'
import { groupTurns } from '../../src/engine/conversation/turns.ts'
import { TurnAssembler } from '../../src/transfer/turn-assembler.ts'

type Said = MessageInput & { thread: string }

/** Turns as the assembler gives them, thread by thread: the contents of their messages. */
function assembled(said: readonly Said[], ended: boolean): Record<string, string[][]> {
  const assembler = new TurnAssembler()
  const turns: Record<string, string[][]> = {}
  const keep = (
    items: Iterable<ReturnType<TurnAssembler['accept']> extends Iterable<infer I> ? I : never>,
  ): void => {
    for (const item of items) {
      if (item.kind !== 'turn') continue
      turns[item.turn.thread] ??= []
      turns[item.turn.thread]?.push(item.turn.messages.map(message => message.content))
    }
  }
  for (const { thread, ...message } of said) keep(assembler.accept({ kind: 'message', thread, message }))
  keep(assembler.end(ended))
  return turns
}

it('divides interleaved threads as the turn rule divides each alone', () => {
  const role = fc.constantFrom(...ROLES)
  const spoken = fc.array(fc.record({ thread: fc.constantFrom('ada', 'ben', 'cleo'), role }), {
    maxLength: 40,
  })
  fc.assert(
    fc.property(spoken, fc.boolean(), (list, ended) => {
      const said = list.map((one, place) => ({ ...one, content: String(place) }))
      const expected: Record<string, string[][]> = {}
      for (const thread of new Set(said.map(one => one.thread))) {
        const groups = groupTurns(
          said.filter(one => one.thread === thread),
          ended,
        )
        const whole = groups.filter(group => group.complete)
        if (whole.length > 0) expected[thread] = whole.map(group => group.messages.map(one => one.content))
      }
      expect(assembled(said, ended)).toEqual(expected)
    }),
  )
})
