/** A folder for one test's database, removed afterwards. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteStore, type SqliteStoreOptions } from '../../src/storage/sqlite/sqlite-store.ts'
import type { Store } from '../../src/storage/store.ts'
import type { StorePlace } from '../contracts/store.ts'

export interface SqlitePlace extends StorePlace {
  path: string
  folder: string
  open(options?: Partial<SqliteStoreOptions>): Promise<Store>
}

export function makeSqlitePlace(): SqlitePlace {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-store-'))
  const path = join(folder, 'memory.db')
  return {
    path,
    folder,
    open: options =>
      openSqliteStore({ path, create: true, zone: 'Europe/Berlin', synchronous: 'normal', ...options }),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}
