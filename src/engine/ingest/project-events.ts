/**
 * Events become part of the graph: read what is known, project outside any transaction, check, write once.
 *
 * Owns: the order of the steps. Leaves what events claim to the projector, what claims come to to `engine/graph`.
 */
import type { Projector } from '../../derive/projector.ts'
import type { Store } from '../../storage/store.ts'
import { isProjected, placeClaims, withKnown } from '../graph/claims.ts'
import { foldClaims } from '../graph/fold.ts'
import type { StageOfEvents } from './event-work.ts'

/** Events from before the graph existed are asked about in so many batches within a time. */
const BACKLOG = { most: 2, withinMs: 600_000 }

/** The stage `graph`. */
export function projectionStage({ store, projector }: { store: Store; projector: Projector }): StageOfEvents {
  const madeBy = `${projector.name}/${projector.version}`
  return {
    stage: 'graph',
    ...(projector.hasModel ? { backlog: BACKLOG } : {}),
    async prepare(batch, signal, meter) {
      const events = batch.events.filter(isProjected)
      const claims =
        events.length === 0
          ? []
          : await projector.project(await withKnown(store, batch.space, events), signal, meter)
      // The form is of use when there is something to check, and dear to load.
      const { checkClaims } = await import('../../derive/claim-form.ts')
      const placed = placeClaims(batch.space, batch.events, checkClaims(claims, madeBy))
      return () => store.applyClaims(batch, placed, madeBy, foldClaims)
    },
  }
}
