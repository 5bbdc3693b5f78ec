/**
 * A graph as one self-contained SVG.
 *
 * Owns: where nodes lie, their colours, and the form of the file. The same graph gives the same bytes. Colours follow
 * the reader's light or dark setting; groups only colour the picture, they mean nothing else.
 */
import { UndirectedGraph } from 'graphology'
import louvainPackage from 'graphology-communities-louvain'
import forceAtlas2Package from 'graphology-layout-forceatlas2'
import { truncate, widthOf } from './layout.ts'

// Their types speak of a module with a default, and the packages are the functions themselves.
const louvain = louvainPackage as unknown as typeof louvainPackage.default
const forceAtlas2 = forceAtlas2Package as unknown as typeof forceAtlas2Package.default

/** What is drawn. */
export interface Picture {
  title: string
  nodes: readonly PictureNode[]
  /** Edges between the nodes; an edge to any other is left out. */
  edges: readonly PictureEdge[]
}

interface PictureNode {
  id: string
  label: string
  /** Told beneath the label of few nodes, and when the node is pointed at. */
  note: string
  /** Larger is drawn larger. */
  weight: number
}

export interface PictureEdge {
  from: string
  to: string
  label: string
  /** Drawn dashed. */
  isPending: boolean
}

interface Placed extends PictureNode {
  x: number
  y: number
  radius: number
  colour: number
  /** Of the label beneath it. */
  width: number
  text: string
}

const ITERATIONS = 400
/** Room for a node with its label, pixels; more where edges and nodes bear words. */
const ROOM = { width: 200, height: 120 }
const WORDY_ROOM = { width: 250, height: 170 }
const MARGIN = 40
const LONGEST_LABEL = 26
const CELL_WIDTH = 7.2
const LABEL_SIZE = 13
/** Beyond these everything would be written over everything else. */
const MOST_NOTES = 24
const MOST_EDGE_LABELS = 40

/** The file's text. */
export function drawPicture(picture: Picture): string {
  const nodes = picture.nodes.toSorted((a, b) => Number(a.id > b.id) - Number(a.id < b.id))
  const graph = graphOf(nodes, picture.edges)
  const placed = spread(place(nodes, graph), graph)
  return svg(picture, placed, graph)
}

function graphOf(nodes: readonly PictureNode[], edges: readonly PictureEdge[]): UndirectedGraph {
  const graph = new UndirectedGraph()
  nodes.forEach((node, index) => {
    graph.addNode(node.id, { ...start(index), size: radiusOf(node) })
  })
  for (const { from, to } of edges)
    if (from !== to && graph.hasNode(from) && graph.hasNode(to)) graph.mergeEdge(from, to)
  return graph
}

/** Spread evenly, the same everywhere: two sequences that never repeat. */
function start(index: number): { x: number; y: number } {
  return { x: ((index + 1) * 0.754_877_666) % 1, y: ((index + 1) * 0.569_840_291) % 1 }
}

const radiusOf = ({ weight }: PictureNode) => Math.round(8 + 3 * Math.min(5, Math.sqrt(Math.max(0, weight))))

function place(nodes: readonly PictureNode[], graph: UndirectedGraph): Placed[] {
  const communities = graph.size === 0 ? {} : louvain(graph, { rng: random(1) })
  const settings = { ...forceAtlas2.inferSettings(graph), barnesHutOptimize: false, strongGravityMode: true }
  const places = forceAtlas2(graph, {
    iterations: ITERATIONS,
    settings: { ...settings, gravity: 0.3, scalingRatio: 10 },
  })
  const scale = scaleOf(nodes, places)
  const order = coloursOf(nodes, communities)
  return nodes.map(node => {
    const { x = 0, y = 0 } = places[node.id] ?? {}
    const text = truncate(node.label, LONGEST_LABEL)
    return {
      ...node,
      x: x * scale.x,
      y: y * scale.y,
      radius: radiusOf(node),
      colour: order.get(communities[node.id] ?? -1) ?? 0,
      width: Math.max(40, widthOf(text) * CELL_WIDTH),
      text,
    }
  })
}

/** So that every node has its room on average. */
function scaleOf(
  nodes: readonly PictureNode[],
  places: Readonly<Record<string, { x?: number; y?: number }>>,
): { x: number; y: number } {
  const side = Math.sqrt(nodes.length)
  const room = nodes.length <= MOST_NOTES ? WORDY_ROOM : ROOM
  const extent = (axis: 'x' | 'y') => {
    const values = nodes.map(node => places[node.id]?.[axis] ?? 0)
    return Math.max(...values) - Math.min(...values) || 1
  }
  return { x: (side * room.width) / extent('x'), y: (side * room.height) / extent('y') }
}

const COLOURS = 8

/** The largest group has the first colour; nodes of no group, or of one of many, share the last. */
function coloursOf(
  nodes: readonly PictureNode[],
  communities: Readonly<Record<string, number>>,
): Map<number, number> {
  const sizes = new Map<number, number>()
  for (const { id } of nodes) {
    const group = communities[id] ?? -1
    sizes.set(group, (sizes.get(group) ?? 0) + 1)
  }
  const order = [...sizes].sort(([a, size], [b, other]) => other - size || a - b)
  return new Map(
    order.map(([group, size], place) => [group, size === 1 ? COLOURS - 1 : Math.min(place, COLOURS - 1)]),
  )
}

/** Numbers from 0 to 1 that look random and are the same every time. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const ROUNDS = 200
/** What must lie between two nodes, pixels: the words of an edge, or nothing. */
const EDGE_WORDS = { x: 70, y: 44 }
const NO_WORDS = { x: 10, y: 0 }

/** Pushes nodes apart until neither circles nor labels lie on each other. */
function spread(nodes: Placed[], graph: UndirectedGraph): Placed[] {
  const isWordy = nodes.length <= MOST_NOTES
  for (let round = 0; round < ROUNDS; round++) {
    let isFree = true
    for (const [index, one] of nodes.entries()) {
      for (const other of nodes.slice(index + 1)) {
        const gap = isWordy && graph.hasEdge(one.id, other.id) ? EDGE_WORDS : NO_WORDS
        if (pushApart(one, other, gap)) isFree = false
      }
    }
    if (isFree) break
  }
  return nodes
}

function pushApart(one: Placed, other: Placed, gap: { x: number; y: number }): boolean {
  const needX = Math.max(one.radius + other.radius, (one.width + other.width) / 2) + gap.x
  const needY = one.radius + other.radius + 2.6 * LABEL_SIZE + gap.y
  const [dx, dy] = [other.x - one.x, other.y - one.y]
  const [missingX, missingY] = [needX - Math.abs(dx), needY - Math.abs(dy)]
  if (missingX <= 0 || missingY <= 0) return false
  if (missingX < missingY) {
    const step = ((dx < 0 ? -1 : 1) * missingX) / 2
    one.x -= step
    other.x += step
  } else {
    const step = ((dy < 0 ? -1 : 1) * missingY) / 2
    one.y -= step
    other.y += step
  }
  return true
}

// ---- the file ---------------------------------------------------------------------------------------------

const LIGHT = ['#3b6fb6', '#c2571a', '#2e8b57', '#8a4fbf', '#b23a6f', '#7a6a1f', '#1d8a99', '#6b7280']
const DARK = ['#7fb0f0', '#f0975c', '#6fce9a', '#c39af0', '#ee8bb4', '#d6c66a', '#6fd3e0', '#9ca3af']

const STYLE = `
    .ground { fill: #ffffff } .label { fill: #1f2328 } .note, .relation { fill: #59636e }
    .halo { stroke: #ffffff; stroke-width: 4px; stroke-linejoin: round; paint-order: stroke }
    .edge { stroke: #8c959f; stroke-width: 1.4; fill: none } .tip { fill: #8c959f } .pending { stroke-dasharray: 5 4 }
    ${LIGHT.map((colour, index) => `.g${index} { fill: ${colour} }`).join(' ')}
    @media (prefers-color-scheme: dark) {
      .ground { fill: #0d1117 } .label { fill: #e6edf3 } .note, .relation { fill: #9198a1 }
      .halo { stroke: #0d1117 } .edge { stroke: #656c76 } .tip { fill: #656c76 }
      ${DARK.map((colour, index) => `.g${index} { fill: ${colour} }`).join(' ')}
    }
  `

function svg({ title, edges }: Picture, nodes: readonly Placed[], graph: UndirectedGraph): string {
  const drawn = edges.filter(({ from, to }) => graph.hasEdge(from, to))
  const byId = new Map(nodes.map(node => [node.id, node]))
  const box = boxOf(nodes)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.map(round).join(' ')}" width="${round(box[2])}" height="${round(box[3])}" font-family="system-ui, sans-serif" font-size="${LABEL_SIZE}" text-anchor="middle">`,
    `  <title>${xmlText(title)}</title>`,
    `  <style>${STYLE}</style>`,
    `  <defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path class="tip" d="M0 0 8 4 0 8z"/></marker></defs>`,
    `  <rect class="ground" x="${round(box[0])}" y="${round(box[1])}" width="${round(box[2])}" height="${round(box[3])}"/>`,
    ...drawn.map(edge => edgeSvg(edge, byId)),
    ...(drawn.length > MOST_EDGE_LABELS ? [] : edgeLabels(drawn, byId)),
    ...nodes.map(node => nodeSvg(node, nodes.length <= MOST_NOTES)),
    '</svg>',
    '',
  ].join('\n')
}

/** x, y, width, height. */
function boxOf(nodes: readonly Placed[]): [number, number, number, number] {
  if (nodes.length === 0) return [0, 0, 2 * MARGIN, 2 * MARGIN]
  const half = ({ radius, width }: Placed) => Math.max(radius, width / 2)
  const left = Math.min(...nodes.map(node => node.x - half(node))) - MARGIN
  const right = Math.max(...nodes.map(node => node.x + half(node))) + MARGIN
  const top = Math.min(...nodes.map(node => node.y - node.radius)) - MARGIN
  const bottom = Math.max(...nodes.map(node => node.y + node.radius + 2.6 * LABEL_SIZE)) + MARGIN
  return [left, top, right - left, bottom - top]
}

function edgeSvg(edge: PictureEdge, byId: ReadonlyMap<string, Placed>): string {
  const [from, to] = [byId.get(edge.from) as Placed, byId.get(edge.to) as Placed]
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1
  const at = (node: Placed, sign: number, gap: number) => {
    const share = (sign * (node.radius + gap)) / length
    return `${round(node.x + (to.x - from.x) * share)} ${round(node.y + (to.y - from.y) * share)}`
  }
  const kind = edge.isPending ? 'edge pending' : 'edge'
  const told = xmlText(`${from.label} – ${edge.label} → ${to.label}`)
  return `  <path class="${kind}" marker-end="url(#tip)" d="M${at(from, 1, 0)}L${at(to, -1, 2)}"><title>${told}</title></path>`
}

/** One line for each pair of nodes, however many edges there are between them. */
function edgeLabels(edges: readonly PictureEdge[], byId: ReadonlyMap<string, Placed>): string[] {
  const pairs = Map.groupBy(edges, ({ from, to }) => JSON.stringify([from, to].sort()))
  return [...pairs.values()].map(([first, ...others]) => {
    const [from, to] = [byId.get(first?.from ?? '') as Placed, byId.get(first?.to ?? '') as Placed]
    const text = [...new Set([first, ...others].map(edge => edge?.label ?? ''))].join(', ')
    const [x, y] = from.y < to.y ? middleOf(from, to) : middleOf(to, from)
    return `  <text class="relation halo" font-size="11" x="${round(x)}" y="${round(y + 4)}">${xmlText(truncate(text, LONGEST_LABEL))}</text>`
  })
}

/** The middle of what is seen of the edge: it begins beneath the label of the upper node where it runs down. */
function middleOf(upper: Placed, lower: Placed): [number, number] {
  const [dx, dy] = [lower.x - upper.x, lower.y - upper.y]
  const isSteep = Math.abs(dx) < 1.5 * dy
  const begin = isSteep ? (upper.radius + 2.6 * LABEL_SIZE) / dy : upper.radius / Math.hypot(dx, dy)
  const end = 1 - lower.radius / Math.hypot(dx, dy)
  const share = (Math.min(begin, end) + end) / 2
  return [upper.x + dx * share, upper.y + dy * share]
}

function nodeSvg(node: Placed, hasNote: boolean): string {
  const below = node.y + node.radius + LABEL_SIZE + 2
  const note = hasNote
    ? `<text class="note halo" font-size="11" x="${round(node.x)}" y="${round(below + LABEL_SIZE)}">${xmlText(node.note)}</text>`
    : ''
  return (
    `  <g><title>${xmlText(`${node.label} · ${node.note}`)}</title>` +
    `<circle class="g${node.colour}" cx="${round(node.x)}" cy="${round(node.y)}" r="${node.radius}"/>` +
    `<text class="label halo" x="${round(node.x)}" y="${round(below)}">${xmlText(node.text)}</text>${note}</g>`
  )
}

const round = (value: number) => String(Math.round(value * 10) / 10)

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text for XML; what XML cannot hold is left out. */
function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\x20-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, character => ENTITIES[character] ?? '')
}
