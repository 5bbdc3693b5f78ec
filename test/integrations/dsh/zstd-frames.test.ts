import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { framesOf } from '../../../src/integrations/dsh/doctor/zstd-frames.ts'

const texts = ['', 'header\n', '离线同步改用 CRDT\n'.repeat(50), `${'a'.repeat(500_000)}\n`, noise(300_000)]
const SUMMED = { params: { [constants.ZSTD_c_checksumFlag]: 1 } }
const frames = texts.map((text, i) => zstdCompressSync(text, i % 2 === 0 ? SUMMED : {}))
const read = (bytes: Buffer) => framesOf(bytes).map(frame => zstdDecompressSync(frame).toString())

/** Text that does not grow smaller. */
function noise(length: number): string {
  let seed = 1
  return Array.from({ length }, () => {
    seed = (seed * 48_271) % 2_147_483_647
    return String.fromCharCode(32 + (seed % 95))
  }).join('')
}

describe('frames in a file', () => {
  it('are found one by one, whatever they hold', () => {
    expect(read(Buffer.concat(frames))).toEqual(texts)
  })

  it('are left out from the first that is not whole', () => {
    const bytes = Buffer.concat(frames)
    const last = frames.at(-1)?.length ?? 0
    for (const missing of [1, 4, last - 7, last - 4, last - 1])
      expect(read(bytes.subarray(0, bytes.length - missing))).toEqual(texts.slice(0, -1))
    expect(read(Buffer.from('no frame at all'))).toEqual([])
  })
})
