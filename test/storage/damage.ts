/** Ways in which real files get damaged, and what a sound store must look like. */
import { closeSync, openSync, readFileSync, statSync, truncateSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

const PAGE = 4_096

/** Moves everything from the write-ahead log into the file itself. */
export function checkpoint(path: string): void {
  const db = new DatabaseSync(path)
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  db.close()
}

/** Overwrites one page, numbered from 1, with bytes that are no page. */
export function overwritePage(path: string, page: number): void {
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(PAGE, 0xa5), 0, PAGE, (page - 1) * PAGE)
  closeSync(file)
}

export function truncateToPages(path: string, pages: number): void {
  truncateSync(path, pages * PAGE)
}

export function pageCount(path: string): number {
  return statSync(path).size / PAGE
}

/** Page numbers of a table's or index's leaf pages, in order of the keys. */
export function leafPages(path: string, name: string): number[] {
  const db = new DatabaseSync(path, { readOnly: true })
  const bytes = readFileSync(path)
  const row = db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(name)
  db.close()
  return leavesUnder(bytes, Number(row?.rootpage))
}

/** The b-tree of https://sqlite.org/fileformat2.html#b_tree_pages, walked far enough to find its leaves. */
function leavesUnder(bytes: Buffer, page: number): number[] {
  const start = (page - 1) * PAGE + (page === 1 ? 100 : 0)
  const isInterior = bytes[start] === 5 || bytes[start] === 2
  if (!isInterior) return [page]
  const cells = bytes.readUInt16BE(start + 3)
  const children = Array.from({ length: cells }, (_, index) => {
    const cell = bytes.readUInt16BE(start + 12 + index * 2)
    return bytes.readUInt32BE((page - 1) * PAGE + cell)
  })
  return [...children, bytes.readUInt32BE(start + 8)].flatMap(child => leavesUnder(bytes, child))
}

/** Runs SQL on the file behind the store's back. */
export function runSql(path: string, sql: string): void {
  const db = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  db.exec(sql)
  db.close()
}

/** All rows of a query, as plain objects. */
export function query(path: string, sql: string): Record<string, unknown>[] {
  const db = new DatabaseSync(path, { readOnly: true })
  const rows = db.prepare(sql).all()
  db.close()
  return rows.map(row => ({ ...row }))
}
