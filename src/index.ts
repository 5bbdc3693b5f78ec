/** The library's face: what an application imports from `palimpsest-memory`. */
export { inspectStore, type MemoryOptions, openMemory, recoverStore } from './compose.ts'
export {
  type ChatModel,
  type ChatReply,
  type ChatRequest,
  type ChatUsage,
  ModelError,
  type ModelErrorCode,
} from './derive/chat-model.ts'
export type { BlockToDerive, Derivation, Deriver, KeyFact } from './derive/deriver.ts'
export type { Meter, Spend } from './derive/meter.ts'
export { createModelDeriver } from './derive/model/model-deriver.ts'
export type { ModelDeriverOptions } from './derive/model/options.ts'
export { createOfflineDeriver } from './derive/offline/offline-deriver.ts'
export type { OpenAICompatibleOptions } from './derive/openai-compatible/endpoint.ts'
export { createOpenAICompatibleModel } from './derive/openai-compatible/openai-compatible-model.ts'
export type {
  CandidateTopic,
  EventsToOrganize,
  KnownChapter,
  KnownTitle,
  Organization,
  Organizer,
  Placement,
} from './derive/organizer.ts'
export type { EventsToProject, Projector } from './derive/projector.ts'
export type * from './domain/conversation.ts'
export { type ErrorCode, PalimpsestError } from './domain/errors.ts'
export type * from './domain/event.ts'
export type {
  Claim,
  Fact,
  FactMode,
  FactStanding,
  GraphNode,
  Named,
  NodeField,
  NodeType,
} from './domain/graph.ts'
export type { Hit, HitKind, SearchOptions, SearchResult } from './domain/search.ts'
export { type SpaceId, toSpaceId } from './domain/space.ts'
export type { OverviewParagraph, OverviewPart } from './domain/topic.ts'
export type {
  BlockLevel,
  BlockList,
  BlockView,
  ExpandOptions,
  ListOptions,
} from './engine/conversation/blocks.ts'
export type { WeightExplanation } from './engine/events/explain-weight.ts'
export type { DrainOptions } from './engine/ingest/derivation-worker.ts'
export type { IngestOutcome } from './engine/ingest/ingest-turn.ts'
export type { EventExplanation } from './engine/recall/explain.ts'
export type { Recall, RecallItem, RecallRequest } from './engine/recall/recall.ts'
export type { TopicCategory } from './engine/topics/categories.ts'
export type {
  DirectoryChapter,
  DirectoryOptions,
  DirectorySection,
  DirectoryTextOptions,
  TopicDirectory,
} from './engine/topics/directory.ts'
export type { OpenedSection, OpenedTopic, OpenTopicOptions, TopicEntry } from './engine/topics/opened.ts'
export type { EntryMark, TopicLanguage } from './engine/topics/words.ts'
export type {
  FieldMatch,
  GraphHit,
  GraphRequest,
  InSpace,
  Memory,
  MemoryStatus,
  OpenedFact,
  OpenedNode,
  Shown,
  SpentToday,
} from './memory.ts'
export type {
  EventFilter,
  EventQueue,
  Job,
  JobState,
  SpaceCounts,
  SpendRow,
  StoreInfo,
} from './storage/store.ts'
