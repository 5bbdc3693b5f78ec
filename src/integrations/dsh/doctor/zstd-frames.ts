/**
 * A file of Zstandard frames, one after another, as the harness writes its logs.
 *
 * Owns: where each frame begins and ends (RFC 8878, 3.1.1). Node's decoder stops after the first frame, so each is
 * given to it by itself.
 */

const MAGIC = 0xfd2fb528
const RLE = 1

/** The complete frames in order; what stands behind them, such as one that is still written, is left out. */
export function framesOf(bytes: Buffer): Buffer[] {
  const frames: Buffer[] = []
  let at = 0
  for (let end = endOfFrame(bytes, at); end !== undefined; end = endOfFrame(bytes, at)) {
    frames.push(bytes.subarray(at, end))
    at = end
  }
  return frames
}

/** Undefined where no whole frame begins. */
function endOfFrame(bytes: Buffer, start: number): number | undefined {
  const isFrame = start + 5 <= bytes.length && bytes.readUInt32LE(start) === MAGIC
  if (!isFrame) return undefined
  const descriptor = bytes.readUInt8(start + 4)
  let at = start + 5 + headerFields(descriptor)
  for (let isLast = false; !isLast; ) {
    if (at + 3 > bytes.length) return undefined
    const block = bytes.readUIntLE(at, 3)
    isLast = (block & 1) === 1
    at += 3 + (((block >> 1) & 3) === RLE ? 1 : block >> 3)
  }
  const end = at + (descriptor & 4 ? 4 : 0)
  return end <= bytes.length ? end : undefined
}

/** Bytes of window, dictionary and content size, which stand behind the descriptor. */
function headerFields(descriptor: number): number {
  const isSingleSegment = (descriptor & 32) !== 0
  const dictionary = [0, 1, 2, 4][descriptor & 3] ?? 0
  const contentSize = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0
  return (isSingleSegment ? 0 : 1) + dictionary + contentSize
}
