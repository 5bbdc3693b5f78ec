/** A session's log for tests, written as the host writes it. */
import type {
  HostBlock,
  HostEvent,
  HostMessage,
  HostSession,
  HostSource,
  SurfaceOp,
} from '../../../src/integrations/dsh/host.ts'

const USER: HostSource = { kind: 'user' }
const MODEL: HostSource = { kind: 'model' }

/** A log that grows, with the history that the model sees. */
export class Log {
  readonly events: HostEvent[] = []
  readonly surface = { nodes: [] as number[] }
  readonly id: string
  readonly header: HostSession['header']
  #turns = 0

  constructor(id = 'kitchen', header: HostSession['header'] = { cwd: '/work' }) {
    this.id = id
    this.header = header
  }

  add(type: string, data: unknown, rest: Partial<HostEvent> = {}): HostEvent {
    const event = { seq: this.events.length, time: 1_000 + this.events.length, type, data, ...rest }
    this.events.push(event)
    return event
  }

  /** A message at the end of the history. */
  message(type: string, data: unknown): HostEvent {
    const event = this.add(type, data, { surfaceOp: 'append' })
    this.surface.nodes.push(event.seq)
    return event
  }

  user(text: string, source: HostSource = USER): HostEvent {
    return this.message('user/message', messageOf('user', [{ type: 'text', text }], source))
  }

  assistant(...content: HostBlock[]): HostEvent {
    return this.message('assistant/message', {
      turn: this.#turns,
      step: 1,
      message: messageOf('assistant', content, MODEL),
    })
  }

  call(callId: string, name: string, given: string): HostEvent {
    return this.add('tool/call', { callId, name, arguments: given })
  }

  result(toolCallId: string, text: string, isError = false): HostEvent {
    const content = [{ type: 'tool-result', toolCallId, content: [{ type: 'text', text }], isError }]
    return this.message('tool/result', { message: messageOf('user', content, { kind: 'tool' }) })
  }

  start(): HostEvent {
    this.#turns += 1
    return this.add('turn/start', { turn: this.#turns })
  }

  end(kind = 'completed'): HostEvent {
    return this.add('turn/end', { turn: this.#turns, reason: { kind } })
  }

  /** A whole turn of a question and an answer. */
  turn(question: string, answer = 'Understood.'): HostEvent {
    this.start()
    this.user(question)
    this.assistant({ type: 'text', text: answer })
    return this.end()
  }

  append(
    type: 'user/message',
    data: HostMessage,
    place: { surfaceOp: SurfaceOp; sourceEventSeqs: readonly number[] },
  ): HostEvent {
    const event = this.add(type, data, place)
    if (place.surfaceOp === 'append') throw new Error('only replacements come in here')
    const { start, end } = place.surfaceOp
    const { nodes } = this.surface
    nodes.splice(nodes.indexOf(start), nodes.indexOf(end) - nodes.indexOf(start) + 1, event.seq)
    return event
  }
}

let messages = 0

function messageOf(
  role: HostMessage['role'],
  content: readonly HostBlock[],
  source: HostSource,
): HostMessage {
  messages += 1
  return { id: `message-${messages}`, role, content, source }
}
