/** The library's face: what an application imports from `palimpsest-memory`. */
export { type MemoryOptions, openMemory } from './compose.ts'
export type { BlockToDerive, Derivation, Deriver, KeyFact } from './derive/deriver.ts'
export type * from './domain/conversation.ts'
export { type ErrorCode, PalimpsestError } from './domain/errors.ts'
export type * from './domain/event.ts'
export type { Hit, HitKind, SearchOptions, SearchResult } from './domain/search.ts'
export { type SpaceId, toSpaceId } from './domain/space.ts'
export { Memory, type Shown } from './memory.ts'
