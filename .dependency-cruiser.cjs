// The floor plan as a table: each room, and the rooms it may import. Anything else is an error.
// docs/architecture.md, "Who may import whom", is the same table in words.
const BASE = ['domain', 'text']
const SEAMS = ['storage/[^/]+[.]ts', 'derive/[^/]+[.]ts']
const NOUNS = ['conversation', 'events', 'graph', 'topics'].map(noun => `engine/${noun}`)
const FLOWS = ['ingest', 'recall'].map(flow => `engine/${flow}`)
const ADAPTERS = [
  'workspace',
  'storage/sqlite',
  'derive/offline',
  'derive/recorded',
  'derive/model',
  'derive/openai-compatible',
]

const mayImport = {
  domain: [],
  text: ['domain'],
  config: BASE,
  workspace: BASE,
  'storage/[^/]+[.]ts': BASE,
  'derive/[^/]+[.]ts': BASE,
  'storage/sqlite': [...BASE, 'storage/[^/]+[.]ts'],
  'derive/offline': [...BASE, 'derive/[^/]+[.]ts'],
  'derive/recorded': [...BASE, 'derive/[^/]+[.]ts'],
  'derive/model': [...BASE, 'derive/[^/]+[.]ts'],
  'derive/openai-compatible': [...BASE, 'derive/[^/]+[.]ts'],
  ...Object.fromEntries(NOUNS.map(noun => [noun, [...BASE, ...SEAMS]])),
  ...Object.fromEntries(FLOWS.map(flow => [flow, [...BASE, ...SEAMS, ...NOUNS]])),
  transfer: [...BASE, ...NOUNS],
  'memory[.]ts': [...BASE, ...SEAMS, ...NOUNS, ...FLOWS],
  'compose[.]ts': [...BASE, ...SEAMS, ...ADAPTERS, ...NOUNS, 'memory[.]ts', 'config'],
  'index[.]ts': [
    ...BASE,
    ...SEAMS,
    ...ADAPTERS,
    ...NOUNS,
    ...FLOWS,
    'memory[.]ts',
    'compose[.]ts',
    'transfer',
  ],
  'transfer[.]ts': ['transfer'],
  'testing[.]ts': ['derive/recorded'],
  'integrations/dsh': [...BASE, 'derive/chat-model[.]ts', 'memory[.]ts', 'compose[.]ts', 'config'],
  cli: [
    ...BASE,
    'memory[.]ts',
    'compose[.]ts',
    'config',
    'transfer',
    'integrations/dsh/doctor',
    'integrations/dsh/status-file[.]ts',
  ],
}

// Third-party package or built-in -> the one room that knows it.
const onlyIn = {
  '^(node:)?sqlite$': 'storage/sqlite',
  'node_modules/zod/': '(config|transfer|derive)',
  'node_modules/(commander|picocolors|string-width)/': 'cli',
  '(node_modules/semver/|^@deepseek-ai/)': 'integrations/dsh',
  'node_modules/(stemmer|temporal-polyfill)/': 'text',
}

const place = room => (room.endsWith('[.]ts') ? `${room}$` : `${room}/`)

module.exports = {
  forbidden: [
    {
      name: 'no-circle',
      severity: 'error',
      comment: 'Two files that import each other belong together or share a third.',
      from: {},
      to: { circular: true },
    },
    ...Object.entries(mayImport).map(([room, rooms]) => ({
      name: `floor-plan: ${room}`,
      severity: 'error',
      comment: 'docs/architecture.md, "Who may import whom"',
      from: { path: `^src/${place(room)}` },
      to: { path: '^src/', pathNot: [room, ...rooms].map(r => `^src/${place(r)}`) },
    })),
    ...Object.entries(onlyIn).map(([pkg, room]) => ({
      name: `only-in: ${room}`,
      severity: 'error',
      comment: 'Each package is known to one room.',
      from: { path: '^src/', pathNot: `^src/${room}/` },
      to: { path: pkg },
    })),
    {
      name: 'bench-is-a-user',
      severity: 'error',
      comment: 'Benches and examples use the library as it is installed.',
      from: { path: '^(bench|examples)/' },
      to: { path: '^src/' },
    },
    {
      name: 'src-is-shipped',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|bench|examples)/' },
    },
    {
      name: 'has-a-room',
      severity: 'error',
      comment: 'A new file lies in a room of the plan.',
      from: { path: '^src/', pathNot: Object.keys(mayImport).map(r => `^src/${place(r)}`) },
      to: {},
    },
    {
      name: 'no-orphan',
      severity: 'error',
      comment: 'A file that nobody imports and that imports nobody.',
      from: { orphan: true, path: '^src/' },
      to: {},
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { extensions: ['.ts', '.js'] },
  },
}
