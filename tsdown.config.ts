import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: ['src/index.ts', 'src/cli/main.ts'],
  platform: 'node',
  target: 'node22.19',
  dts: true,
  sourcemap: false,
  // One installable file tree without dependencies: users compile nothing and resolve nothing.
  noExternal: () => true,
})
