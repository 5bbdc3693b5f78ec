import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

const script = "import { systemZone } from './src/config/system-zone.ts'; process.stdout.write(systemZone())"
const zoneWith = (TZ: string) =>
  execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, TZ, NODE_NO_WARNINGS: '1' },
    encoding: 'utf8',
  })

it('is the zone of the machine, and UTC where the machine names none that exists', () => {
  expect([zoneWith('Asia/Shanghai'), zoneWith('Nowhere/Land'), zoneWith('')]).toEqual([
    'Asia/Shanghai',
    'UTC',
    'UTC',
  ])
})
