import { expect, it } from 'vitest'
import { copyable, copyableSeries, quoted } from '../../src/cli/copyable.ts'

it('makes one word of whatever stands in a name, as the shell of the platform reads it', () => {
  const names = ['memory.db', '/home/mira/my notes.db', "it's $(here).db", 'a\\b', '项目.db', '']
  expect(names.map(name => quoted(name, 'linux'))).toEqual([
    'memory.db',
    "'/home/mira/my notes.db'",
    "'it'\\''s $(here).db'",
    "'a\\b'",
    "'项目.db'",
    "''",
  ])
  expect([quoted('C:\\mira\\a.db', 'win32'), quoted('C:\\my notes.db', 'win32')]).toEqual([
    'C:\\mira\\a.db',
    '"C:\\my notes.db"',
  ])
})

it('names the database as near as it lies, and only where an option has to', () => {
  const place = { invocation: 'palimpsest', cwd: '/home/mira/atlas' }
  expect([
    copyable(place, 'jobs run'),
    copyable(place, 'jobs run', '/home/mira/atlas/memory.db'),
    copyable(place, 'jobs run', '/home/mira/memory.db'),
  ]).toEqual([
    'palimpsest jobs run',
    'palimpsest jobs run --db memory.db',
    'palimpsest jobs run --db /home/mira/memory.db',
  ])
})

it('names the database of several commands once, or each time where shells agree on no way to', () => {
  const place = { invocation: 'palimpsest', cwd: '/home/mira/atlas' }
  const series = (platform: NodeJS.Platform) =>
    copyableSeries(place, ['jobs', 'doctor'], '/home/mira/atlas/memory.db', platform)
  expect([series('linux'), series('win32')]).toEqual([
    ['export PALIMPSEST_DB=memory.db', 'palimpsest jobs', 'palimpsest doctor'],
    ['palimpsest jobs --db memory.db', 'palimpsest doctor --db memory.db'],
  ])
})
