/** Tells people at a terminal how far a bench is, on stderr; a file or pipe gets nothing of it. */

const PAUSE_MS = 100

/** Gives a function that shows a line in place of the one before, ten times a second at most; '' takes it away. */
export function progressLine(stream: NodeJS.WriteStream = process.stderr): (text: string) => void {
  let shownAt = 0
  return text => {
    const now = performance.now()
    if (!stream.isTTY || (text !== '' && now - shownAt < PAUSE_MS)) return
    shownAt = now
    stream.write(`\r\u001b[K${text}`)
  }
}
