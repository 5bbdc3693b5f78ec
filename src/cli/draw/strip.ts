/**
 * The fading as a picture: a conversation as a strip of blocks, each as high as the level it is shown at.
 *
 * Owns: the cells, their colours and the legend. Leaves which level is due to the engine.
 */
import type { BlockView } from '../../memory.ts'
import type { Style } from './layout.ts'
import { padEnd, widthOf } from './layout.ts'

/** What the picture needs of a block. */
export type StripBlock = Pick<BlockView, 'status' | 'level'>

/** Heights of L0 … L5. */
const BARS = ['▁', '▂', '▃', '▅', '▆', '█'] as const
const PENDING = '·'
const FAILED = '!'
/** Columns of a cell with the gap after it. */
const CELL = 3

/** Cells of one line of the style's width. */
export const cellsPerLine = (style: Style, indent = ''): number =>
  Math.max(1, Math.floor((style.width - widthOf(indent) + 1) / CELL))

/** Two lines for every row of cells: the bars, and beneath them the levels as digits. */
export function strip(blocks: readonly StripBlock[], style: Style, indent = ''): string[] {
  const perLine = cellsPerLine(style, indent)
  const lines: string[] = []
  for (let start = 0; start < blocks.length; start += perLine) {
    const row = blocks.slice(start, start + perLine)
    lines.push(indent + row.map(block => paint(block, bar(block).repeat(2), style)).join(' '))
    lines.push(
      indent +
        row
          .map(block => style.colours.dim(padEnd(mark(block), 2)))
          .join(' ')
          .trimEnd(),
    )
  }
  return lines
}

/** What the cells mean, in one line. */
export function legend(style: Style): string {
  const levels = BARS.map((height, level) =>
    paint({ status: 'ready', level: level as StripBlock['level'] }, `${height} L${level}`, style),
  )
  const { texts } = style
  return [
    ...levels.reverse(),
    `${PENDING} ${texts.blockStatus.pending}`,
    `${FAILED} ${texts.blockStatus.failed}`,
  ].join('  ')
}

function bar({ status, level }: StripBlock): string {
  if (status === 'pending') return PENDING
  return status === 'failed' ? FAILED : BARS[level]
}

function mark({ status, level }: StripBlock): string {
  return status === 'ready' ? String(level) : bar({ status, level })
}

/** Fresh blocks glow, old ones dim. */
function paint({ status, level }: StripBlock, text: string, { colours }: Style): string {
  if (status === 'failed') return colours.red(text)
  if (status === 'pending') return colours.dim(text)
  const shades = [colours.dim, colours.blue, colours.cyan, colours.green, colours.yellow, colours.bold]
  return (shades[level] ?? colours.dim)(text)
}
