/**
 * Two projectors as one: what rules are sure of is not asked of a model.
 *
 * Owns: which event goes to which. Leaves reading to both.
 */
import type { Projector } from './projector.ts'

/**
 * Claims of the first for the events in which it finds any, of the second for all others; the second is not asked when
 * none is left.
 */
export function rulesFirst(rules: Projector, model: Projector): Projector {
  return {
    name: model.name,
    hasModel: model.hasModel,
    version: `${model.version}+${rules.name}-${rules.version}`,
    async project(given, signal, meter) {
      const sure = await rules.project(given, signal, meter)
      const told = new Set(sure.map(claim => claim.event))
      const events = given.events.filter(({ id }) => !told.has(id))
      const others = events.length === 0 ? [] : await model.project({ ...given, events }, signal, meter)
      return given.events.flatMap(({ id }) => [...sure, ...others].filter(claim => claim.event === id))
    },
  }
}
