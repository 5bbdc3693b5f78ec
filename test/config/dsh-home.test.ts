import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { dshPlaces } from '../../src/config/dsh-home.ts'

const world = { env: {}, home: resolve('/home/mira'), cwd: resolve('/home/mira/atlas') }
const homeOf = (DSH_HOME?: string) => dshPlaces({ ...world, env: { DSH_HOME } }).home

describe('the home of DeepSeek Harness', () => {
  it('is .dsh of the user, also where the variable is blank', () => {
    expect([homeOf(), homeOf(''), homeOf('  ')]).toEqual(Array(3).fill(resolve('/home/mira/.dsh')))
  })

  it('is what DSH_HOME names, from the current folder on or from the home folder', () => {
    expect(['/srv/dsh', 'here', '~', '~/harness', '~mira'].map(homeOf)).toEqual([
      resolve('/srv/dsh'),
      resolve('/home/mira/atlas/here'),
      resolve('/home/mira'),
      resolve('/home/mira/harness'),
      resolve('/home/mira/atlas/~mira'),
    ])
  })

  it('holds our database beside what the plugin writes', () => {
    const { home, database, status, open } = dshPlaces(world)
    expect([database, status, open]).toEqual(
      ['memory.db', 'status.json', 'open'].map(name => join(home, 'palimpsest', name)),
    )
  })
})
