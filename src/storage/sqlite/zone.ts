/**
 * The zone of the installation, as a store names it.
 *
 * Owns: reading it from `meta`. It is written once, when the store is made.
 */
import { PalimpsestError } from '../../domain/errors.ts'
import { isZone } from '../../domain/time.ts'
import type { Connection } from './connection.ts'

/** What the store names as its zone, usable or not; undefined when it names none. */
export function storedZone(db: Connection): string | undefined {
  return db.get<{ value: string }>(`SELECT value FROM meta WHERE key = 'zone'`)?.value
}

/** What is wrong with the store's zone, or undefined. */
export function zoneFault(db: Connection): string | undefined {
  const zone = storedZone(db)
  if (zone === undefined) return 'names no zone'
  return isZone(zone) ? undefined : `names the zone ${JSON.stringify(zone)}, which is unknown here`
}

/** @throws PalimpsestError `store-damaged` for a store without a usable zone: days and months could not be told. */
export function checkZone(db: Connection): void {
  const fault = zoneFault(db)
  if (fault === undefined) return
  throw new PalimpsestError('store-damaged', `store: ${db.path} ${fault}; run doctor with recovery`)
}
