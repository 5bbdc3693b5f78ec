import { defineConfig, type UserConfig } from 'tsdown'
import { asciiOutput } from './scripts/ascii-output.ts'
import { packDshPlugin } from './scripts/dsh-package.ts'
import { thirdPartyLicences } from './scripts/third-party-licences.ts'

const common: UserConfig = {
  platform: 'node',
  target: 'node22.19',
  sourcemap: false,
  // Comments and white space out, names kept: half the text is read in half the time.
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  checks: { pluginTimings: false },
  plugins: [thirdPartyLicences(), asciiOutput()],
}

export default defineConfig([
  {
    ...common,
    entry: ['src/index.ts', 'src/transfer.ts', 'src/testing.ts', 'src/cli/main.ts'],
    dts: { compilerOptions: { stripInternal: true } },
    // What we use of libraries is inside the built files: users resolve and compile nothing.
    deps: { alwaysBundle: () => true, onlyBundle: false },
  },
  {
    ...common,
    entry: ['src/integrations/dsh/plugin.ts', 'src/integrations/dsh/memory-thread.ts'],
    outDir: 'dist-dsh/lib',
    dts: false,
    // The host's packages are the host's own; everything else is inside, the engine too.
    deps: {
      alwaysBundle: id => !id.startsWith('@deepseek-ai/'),
      neverBundle: /^@deepseek-ai[/]/,
      onlyBundle: false,
    },
    hooks: { 'build:done': packDshPlugin },
  },
])
