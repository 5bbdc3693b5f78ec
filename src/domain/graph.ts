/**
 * The words of the current state: nodes, facts, and the claims of events that they are made from.
 *
 * Owns: their record types. Leaves reading claims out of words to `derive`, what follows from them to `engine/graph`.
 */
import type { SpaceId } from './space.ts'

export type NodeType = 'person' | 'project' | 'organization' | 'tool' | 'place'

/** Every kind, for checks; in the order that decides between equals. */
export const NODE_TYPES: readonly NodeType[] = ['person', 'project', 'organization', 'tool', 'place']

/**
 * What a new claim does to an older one of the same key. `state`: subject and relation are the key, a new value closes
 * the old one. `relation`: the same, and the value is another node. `set`: the value belongs to the key, values stand
 * side by side.
 */
export type FactMode = 'state' | 'set' | 'relation'

/** A thing by its name, in the words of its source. */
export interface Named {
  /** `@user` is the user, `@project` what the space is about; anything else is a name. At most 120 characters. */
  name: string
  type: NodeType
  /** Other names that the source gives it. */
  aliases?: readonly string[]
}

/** Names of the two that everybody speaks of without naming them. */
export const USER_NAME = '@user'
export const PROJECT_NAME = '@project'

/** What one event says of the state of things. */
export interface Claim {
  /** Id of the event that says it, one of those that were read. */
  event: string
  subject: Named
  /**
   * What is said of the subject: lower-case words joined by hyphens, at most 64 characters, such as `package-manager`,
   * `lives-in`, `favourite-editor`, the same for everything that one value takes the place of.
   */
  relation: string
  mode: FactMode
  /** In the words of the source, at most 200 characters; the name of `object` where there is one; '' = whatever it was. */
  value: string
  /** The node at the other end; null when the value is no node. */
  object: Named | null
  /** `holds` from then on; `ended` then; `pending`: planned, or to be checked, which is not done. */
  says: 'holds' | 'ended' | 'pending'
  /** Its words tell of a change (“switched to”, “改成”), rather than of how things are. */
  isChange: boolean
}

/** `current` holds; `past` held; `pending` awaits its outcome; `disputed` contradicts what holds, undecided. */
export type FactStanding = 'current' | 'past' | 'pending' | 'disputed'

/** One thing that holds of a node, or held. */
export interface Fact {
  id: string
  /** Id of the node. */
  node: string
  relation: string
  mode: FactMode
  value: string
  /** Id and name of the node at the other end; null when the value is no node. */
  object: { id: string; name: string } | null
  standing: FactStanding
  /** It awaits its outcome, or did until `validTo`: it was announced, which is not done. */
  wasPending: boolean
  /** Epoch milliseconds UTC, half-open; null: unknown since when, or still. */
  validFrom: number | null
  validTo: number | null
  /** Id of the event that ended it, gave its outcome or decided against it; null while none did. */
  closedBy: string | null
  /** How many events say it. */
  support: number
  /** Ids of events that say it, the first that did first; never empty, at most twenty. */
  sources: readonly string[]
}

/** A person, project, organization, tool or place. */
export interface GraphNode {
  id: string
  space: SpaceId
  /** As the first source wrote it; `@user` and `@project` as they are. */
  name: string
  type: NodeType
  /** Other names, those of merged nodes included; in order. */
  aliases: readonly string[]
  /** Of the events that its facts rest on, the most frequent first; at most twelve. */
  tags: readonly string[]
  /** How often claims speak of it. */
  mentions: number
}

/** Where a word stands that found a node. `state` is a value that holds of it or is pending. */
export type NodeField = 'name' | 'alias' | 'state' | 'tag'

/** Words for the two that go without a name. */
export interface UnnamedWords {
  user: string
  project: string
}

/** What people call them. */
export const UNNAMED: Readonly<Record<'en' | 'zh', UnnamedWords>> = {
  en: { user: 'user', project: 'project' },
  zh: { user: '用户', project: '项目' },
}

/** The name of a node for people: that of `@project` is the last part of its space's path. */
export function nodeLabel({ name, space }: Pick<GraphNode, 'name' | 'space'>, words: UnnamedWords): string {
  if (name === USER_NAME) return words.user
  if (name !== PROJECT_NAME) return name
  return /:project:.*?([^/\\]+)[/\\]*$/.exec(space)?.[1] ?? words.project
}
