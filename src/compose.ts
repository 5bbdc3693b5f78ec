/**
 * Options become a Memory: the only module that names concrete stores and derivers.
 */
import { systemZone } from './config/system-zone.ts'
import type { ChatModel } from './derive/chat-model.ts'
import type { Deriver } from './derive/deriver.ts'
import { createModelDeriver } from './derive/model/model-deriver.ts'
import { createOfflineDeriver } from './derive/offline/offline-deriver.ts'
import { createOfflineProjector } from './derive/offline/offline-projector.ts'
import { createOfflineOrganizer } from './derive/offline/topics/offline-organizer.ts'
import { createOpenAICompatibleModel } from './derive/openai-compatible/openai-compatible-model.ts'
import type { Projector } from './derive/projector.ts'
import { rulesFirst } from './derive/rules-first.ts'
import type { ReadyBlock } from './domain/conversation.ts'
import { PalimpsestError } from './domain/errors.ts'
import { toSpaceId } from './domain/space.ts'
import { isZone } from './domain/time.ts'
import {
  DEFAULT_BLOCK_SIZE,
  DEFAULT_LAMBDA,
  isFastFading,
  proposeLambda,
} from './engine/conversation/fading.ts'
import { Memory } from './memory.ts'
import { openSqliteStore } from './storage/sqlite/sqlite-store.ts'
import { checkClaims } from './workspace/check-claims.ts'

export { type Finding, inspectStore } from './storage/sqlite/doctor.ts'
export { type RecoveryReport, recoverStore } from './storage/sqlite/recover.ts'

/** A deriver that asks a model behind an endpoint as OpenAI's; see its options for what each defaults to. */
export function modelDeriver(options: { model: string; baseUrl?: string; key?: string }): Deriver {
  return deriverAsking(createOpenAICompatibleModel(options))
}

/** A deriver that asks a model reached in a way of the caller's own. */
export function deriverAsking(model: ChatModel): Deriver {
  return createModelDeriver({ model })
}

/** Where a memory lives and how it works; only `path` is needed. */
export interface MemoryOptions {
  /** The database file. */
  path: string
  /** Make the file when there is none; default true. With false a missing file is `store-missing`. */
  create?: boolean
  /** Space of calls that name none; default `local:global`. */
  space?: string
  /**
   * IANA zone of the user. Written into a new store (default: the system's), where relative times are derived in
   * it for good; of an existing store it changes in which zone times are shown.
   */
  zone?: string
  /** Turns of a block, a positive integer; default 12. Blocks sealed already keep their size. */
  blockSize?: number
  /**
   * Fading speed λ, above 0; default 0.3. Smaller keeps more detail for longer and costs more context. When a
   * turn fades by more than 0.4/6 (λ divided by the block size) it works, with a warning.
   */
  lambda?: number
  /** `background` derives as turns come in; `manual` waits for `drain()`. Default `background`. */
  derive?: 'background' | 'manual'
  /** Makes summaries, key facts and events; default: {@link createOfflineDeriver}, which needs no model. */
  deriver?: Deriver
  /**
   * Most tokens, in and out, that a deriver with a model may spend in a day of the installation's zone, over all spaces
   * and processes; default: no bound. Capture and search go on when they are spent, and derivation the next day.
   */
  dailyTokens?: number
  /** How long a lock of another process is waited for, milliseconds; default 5,000. */
  busyTimeoutMs?: number
  /** `full` (default): an acknowledged turn survives loss of power; `normal`: of the process only. */
  synchronous?: 'full' | 'normal'
  /** How long a job stays with a worker that gives no sign of life, milliseconds; default 15,000, at least 100. */
  leaseMs?: number
  /** Clock of jobs and leases, epoch milliseconds; memory itself carries no clock. */
  now?: () => number
  /** Told of what went wrong in the background; memory goes on. Default: a process warning. */
  onWarning?: (error: unknown) => void
  /** Told when this process made a block ready. */
  onReady?: (block: ReadyBlock) => void
}

/**
 * Opens the memory in a database file. Any number of processes may have one file open.
 *
 * @throws PalimpsestError `config` (an option is not usable), `bad-input` (`space` is no space key, or `path` no
 *   file), `store-missing`, `store-damaged`, `store-newer`, `store-busy`.
 */
export async function openMemory(options: MemoryOptions): Promise<Memory> {
  const { blockSize = DEFAULT_BLOCK_SIZE, lambda = DEFAULT_LAMBDA, leaseMs = 15_000 } = options
  check('blockSize', blockSize, Number.isSafeInteger(blockSize) && blockSize >= 1, 'a positive integer')
  check('lambda', lambda, Number.isFinite(lambda) && lambda > 0, 'a number above 0')
  const { dailyTokens } = options
  check(
    'dailyTokens',
    dailyTokens,
    dailyTokens === undefined || (Number.isSafeInteger(dailyTokens) && dailyTokens >= 0),
    'a number of tokens',
  )
  check('leaseMs', leaseMs, Number.isSafeInteger(leaseMs) && leaseMs >= 100, 'an integer of at least 100')
  const deriver = options.deriver ?? createOfflineDeriver()
  check(
    'derive',
    options.derive,
    ['background', 'manual', undefined].includes(options.derive),
    'background or manual',
  )
  check(
    'deriver.concurrency',
    deriver.concurrency,
    Number.isSafeInteger(deriver.concurrency) && deriver.concurrency >= 1,
    'a positive integer',
  )
  checkNames(options)
  if (options.zone !== undefined)
    check('zone', options.zone, isZone(options.zone), 'an IANA zone such as Europe/Berlin')
  const space = toSpaceId(options.space ?? 'local:global')
  const store = await openSqliteStore({
    path: options.path,
    create: options.create ?? true,
    zone: options.zone ?? systemZone(),
    busyTimeoutMs: options.busyTimeoutMs,
    synchronous: options.synchronous,
  })
  const { zone: derivationZone } = await store.info()
  const onWarning =
    options.onWarning ?? (error => process.emitWarning(error instanceof Error ? error : String(error)))
  if (isFastFading(lambda, blockSize)) onWarning(fastFading(lambda, blockSize))
  return new Memory({
    store,
    deriver,
    projector: projectorOf(deriver),
    loadSameKey: async () => (await import('./derive/offline/claims/same-key.ts')).isSameKey,
    organizer: deriver.organizer ?? createOfflineOrganizer(),
    space,
    zone: options.zone ?? derivationZone,
    derivationZone,
    blockSize,
    lambda,
    derive: options.derive ?? 'background',
    dailyTokens,
    leaseMs,
    now: options.now ?? Date.now,
    onWarning,
    onReady: options.onReady ?? (() => {}),
    checkClaims,
  })
}

/** What rules are sure of is asked of no model. */
function projectorOf({ projector }: Deriver): Projector {
  const rules = createOfflineProjector()
  if (projector === undefined) return rules
  return projector.hasModel ? rulesFirst(rules, projector) : projector
}

function fastFading(lambda: number, blockSize: number): PalimpsestError {
  const usual = proposeLambda(DEFAULT_LAMBDA, DEFAULT_BLOCK_SIZE, blockSize)
  return new PalimpsestError(
    'config',
    `options: with lambda ${lambda} and blocks of ${blockSize} the conversation fades within few turns; ` +
      `it works, and lambda ${usual} would fade at the usual speed`,
  )
}

function check(name: string, value: unknown, isUsable: boolean, wanted: string): void {
  if (!isUsable)
    throw new PalimpsestError(
      'config',
      `options: ${name} ${JSON.stringify(value)} is not usable; give ${wanted}`,
    )
}

const NAMES: Record<keyof MemoryOptions, true> = {
  path: true,
  create: true,
  space: true,
  zone: true,
  blockSize: true,
  lambda: true,
  derive: true,
  deriver: true,
  dailyTokens: true,
  busyTimeoutMs: true,
  synchronous: true,
  leaseMs: true,
  now: true,
  onWarning: true,
  onReady: true,
}

/** A misspelt option would silently be none. */
function checkNames(options: object): void {
  const unknown = Object.keys(options).find(name => !(name in NAMES))
  if (unknown === undefined) return
  throw new PalimpsestError(
    'config',
    `options: ${JSON.stringify(unknown)} is unknown; known are ${Object.keys(NAMES).join(', ')}`,
  )
}
