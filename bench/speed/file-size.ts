/** What the same rows take on disk: events alone, and messages alone with what sealing made of them apart. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileIn } from '../speed-adapter.mjs'
import type { Measure } from './measure.ts'
import type { Pair } from './shelf.ts'
import { megabytes, times } from './statistics.ts'

export const fileSize: Measure = {
  title: 'Files after closing, against raw; views of sealed blocks, which raw has not, counted apart',
  async run({ shelf, n, say }) {
    say('measuring files')
    return [
      { holds: 'events', rows: n, ...(await sizesOf(await shelf.events(n), shelf.folder)) },
      { holds: 'messages', rows: n, ...(await sizesOf(await shelf.messages(n), shelf.folder)) },
    ]
  },
}

async function sizesOf(pair: Pair, newFolder: () => Promise<string>) {
  const raw = await bytesIn(pair.raw)
  const all = await bytesIn(pair.engine)
  const views = await viewBytes(fileIn(pair.engine), newFolder)
  return {
    sizex: times(all - views.bytes, raw),
    engineMb: megabytes(all - views.bytes),
    rawMb: megabytes(raw),
    viewMb: megabytes(views.bytes),
    viewsBy: views.by,
  }
}

async function bytesIn(folder: string): Promise<number> {
  let bytes = 0
  for (const name of await readdir(folder)) bytes += (await stat(join(folder, name))).size
  return bytes
}

/** Pages of the table of views and of its indexes; where SQLite cannot count pages, what a copy loses with its rows. */
async function viewBytes(path: string, newFolder: () => Promise<string>) {
  const database = new DatabaseSync(path)
  try {
    if (hasPageCounts(database)) return { bytes: pagesOfViews(database), by: 'dbstat' }
    const whole = join(await newFolder(), 'whole.db')
    database.prepare('VACUUM INTO ?').run(whole)
    return { bytes: await lostWithViews(whole), by: 'vacuum' }
  } finally {
    database.close()
  }
}

const hasPageCounts = (database: DatabaseSync) =>
  database.prepare(`SELECT 1 FROM pragma_module_list WHERE name = 'dbstat'`).get() !== undefined

function pagesOfViews(database: DatabaseSync): number {
  const sum = database.prepare(
    `SELECT coalesce(sum(pgsize), 0) AS bytes FROM dbstat
     WHERE name IN (SELECT name FROM sqlite_schema WHERE tbl_name = 'view')`,
  )
  return Number(sum.get()?.bytes)
}

async function lostWithViews(path: string): Promise<number> {
  const before = (await stat(path)).size
  const copy = new DatabaseSync(path)
  copy.exec('DELETE FROM view; VACUUM')
  copy.close()
  return before - (await stat(path)).size
}
