/**
 * What events are to each other.
 *
 * Owns: the table `event_relation`. A conflict is stored once, from either side, and is read from both; a supersession
 * of the two ends it.
 */
import type { EventRelation, EventRelations } from '../../domain/event.ts'
import type { Connection } from './connection.ts'

/** Relates an event to others by their ids, in its own space or the user space; ids that are not there are passed over. */
export function addRelations(
  db: Connection,
  event: { key: number; space: number },
  relations: Partial<Readonly<Record<EventRelation, readonly string[]>>>,
  madeBy: string,
): void {
  for (const kind of ['supersedes', 'conflictsWith', 'continues'] as const) {
    const others = relations[kind] ?? []
    if (others.length === 0) continue
    db.run(
      `INSERT INTO event_relation (event, kind, other, made_by)
       SELECT ?1, ?2, other.key, ?3 FROM event AS other JOIN space ON space.key = other.space
       WHERE other.id IN (SELECT value FROM json_each(?4)) AND (other.space = ?5 OR space.name = 'user')
         AND other.key <> ?1
       ON CONFLICT DO NOTHING`,
      event.key,
      kind,
      madeBy,
      JSON.stringify(others),
      event.space,
    )
  }
}

/** Relations of the event in hand, as JSON pairs of a name and an id, in order; null when there are none. */
export const RELATIONS_OF_EVENT = `(
  SELECT nullif(json_group_array(json_array(name, id) ORDER BY name, id), '[]') FROM (
    SELECT relation.kind AS name, other.id FROM event_relation AS relation JOIN event AS other
      ON other.key = relation.other
    WHERE relation.event = event.key AND other.status <> 'forgotten'
    UNION
    SELECT iif(relation.kind = 'supersedes', 'supersededBy', 'conflictsWith'), other.id
    FROM event_relation AS relation JOIN event AS other ON other.key = relation.event
    WHERE relation.other = event.key AND relation.kind <> 'continues' AND other.status <> 'forgotten'
  ))`

/** What {@link RELATIONS_OF_EVENT} gave. */
export function toRelations(json: string | null): EventRelations {
  if (json === null) return NONE
  const pairs = JSON.parse(json) as [keyof EventRelations, string][]
  const of = (wanted: keyof EventRelations) => pairs.filter(([name]) => name === wanted).map(([, id]) => id)
  const supersedes = of('supersedes')
  const supersededBy = of('supersededBy')
  const decided = new Set([...supersedes, ...supersededBy])
  return {
    supersedes,
    supersededBy,
    conflictsWith: of('conflictsWith').filter(id => !decided.has(id)),
    continues: of('continues'),
  }
}

const NONE: EventRelations = { supersedes: [], supersededBy: [], conflictsWith: [], continues: [] }
