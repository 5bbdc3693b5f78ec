/**
 * What a connection keeps of the index between questions.
 *
 * Owns: that it is of the state of the file that is read, whoever wrote last, and that it is little.
 */
import type { Connection } from '../connection.ts'

export class Kept<Value> {
  readonly #most: number
  readonly #isSmall: (value: Value) => boolean
  readonly #byConnection = new WeakMap<Connection, Map<string, { version: string; value: Value }>>()

  /**
   * @param most values that a connection keeps: those made last.
   * @param isSmall whether a value is kept at all.
   */
  constructor(most: number, isSmall: (value: Value) => boolean) {
    this.#most = most
    this.#isSmall = isSmall
  }

  /** The value of a key; made when none is kept of this state of the file. Is asked within a step that reads. */
  of(db: Connection, key: string, make: () => Value): Value {
    const version = db.version()
    const known = this.#byConnection.get(db)?.get(key)
    if (known?.version === version) return known.value
    const value = make()
    this.#keep(db, key, { version, value })
    return value
  }

  #keep(db: Connection, key: string, one: { version: string; value: Value }): void {
    const all = this.#byConnection.get(db) ?? new Map<string, { version: string; value: Value }>()
    this.#byConnection.set(db, all)
    all.delete(key)
    if (this.#isSmall(one.value)) all.set(key, one)
    const [oldest] = all.keys()
    if (oldest !== undefined && all.size > this.#most) all.delete(oldest)
  }
}
