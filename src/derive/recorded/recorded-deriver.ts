/**
 * A deriver that answers from a file: what a model once said, or what a test wants said.
 *
 * Owns: the file's shape and the key of a block in it. Leaves checking of sources to `engine/ingest`, as for any
 * other deriver. For tests and replays; it derives nothing itself.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { PalimpsestError } from '../../domain/errors.ts'
import { derivationSchema } from '../derivation-schema.ts'
import type { BlockToDerive, Derivation, Deriver } from '../deriver.ts'

const recording = z.strictObject({
  /** Version of what was recorded. */
  version: z.string(),
  /** Replies by block id or by {@link digestOfBlock}. */
  replies: z.record(z.string(), derivationSchema),
})

/**
 * The key of a block that does not depend on ids: SHA-256, in hexadecimal, over role and content of its messages.
 * Equal for the same conversation in any store and under any name.
 */
export function digestOfBlock({ messages }: Pick<BlockToDerive, 'messages'>): string {
  const said = messages.map(({ role, content }) => [role, content])
  return createHash('sha256').update(JSON.stringify(said)).digest('hex')
}

/**
 * A deriver that replays the replies of a JSON file, `{version, replies: {KEY: Derivation}}`. KEY is a block's id,
 * which is looked for first, or its digest.
 *
 * @throws PalimpsestError `bad-input` when the file cannot be read or has another shape; its `derive` rejects with
 *   `derivation` for a block without a reply.
 */
export function createRecordedDeriver(path: string): Deriver {
  const { version, replies } = read(path)
  return {
    name: 'recorded',
    version,
    concurrency: 1,
    relates: false,
    async derive(block, signal) {
      signal.throwIfAborted()
      const digest = digestOfBlock(block)
      const reply = replies.get(block.id) ?? replies.get(digest)
      if (reply) return reply
      throw new PalimpsestError(
        'derivation',
        `derive/recorded: ${path} has no reply for block ${block.id}; record one under its id or under ${digest}`,
      )
    },
  }
}

function read(path: string): { version: string; replies: ReadonlyMap<string, Derivation> } {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw unusable(path, cause instanceof Error ? cause.message : String(cause), cause)
  }
  const parsed = recording.safeParse(value)
  if (!parsed.success) throw unusable(path, z.prettifyError(parsed.error), parsed.error)
  return { version: parsed.data.version, replies: new Map(Object.entries(parsed.data.replies)) }
}

function unusable(path: string, what: string, cause: unknown): PalimpsestError {
  return new PalimpsestError(
    'bad-input',
    `derive/recorded: ${path} is no recording: ${what}; give {version, replies: {block: derivation}}`,
    { cause },
  )
}
