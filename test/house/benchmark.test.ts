/** The library was measured on public conversations; nothing in it knows them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const SOURCE = fileURLToPath(new URL('../../src', import.meta.url))

/** Speakers of the LoCoMo conversations, and how their samples and turns are numbered. */
const OF_ITS_DATA =
  /\b(?:Caroline|Melanie|Joanna|Nate|Gina|Jon|Maria|Tim|Calvin|Dave|Deborah|Jolene|Evan|Sam|Audrey|Andrew|James)\b|\bconv-\d+|\bD\d{1,2}:\d+\b/
const ITS_NAME = /locomo/i

const files = readdirSync(SOURCE, { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name))
const pathsOf = (pattern: RegExp) =>
  files
    .filter(path => pattern.test(readFileSync(path, 'utf8')))
    .map(path => relative(SOURCE, path).replaceAll('\\', '/'))

it('has no name and no number of the benchmark conversations in its source', () => {
  expect(files.length).toBeGreaterThan(100)
  expect(pathsOf(OF_ITS_DATA)).toEqual([])
})

it('names the benchmark only where its files are read, and where that is offered', () => {
  expect(pathsOf(ITS_NAME).filter(path => !path.startsWith('transfer/') && !path.startsWith('cli/'))).toEqual(
    [],
  )
})

it('would see a name', () => {
  for (const text of ['Melanie', 'conv-26', 'D3:11', "Tim's"]) expect(text).toMatch(OF_ITS_DATA)
  for (const text of ['Timothy', 'conversation-26', 'D3', 'time']) expect(text).not.toMatch(OF_ITS_DATA)
})
