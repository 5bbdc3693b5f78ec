import { defineConfig } from 'tsdown'
import { asciiOutput } from './scripts/ascii-output.ts'
import { thirdPartyLicences } from './scripts/third-party-licences.ts'

export default defineConfig({
  entry: ['src/index.ts', 'src/transfer.ts', 'src/testing.ts', 'src/cli/main.ts'],
  platform: 'node',
  target: 'node22.19',
  dts: { compilerOptions: { stripInternal: true } },
  sourcemap: false,
  // Comments and white space out, names kept: half the text is read in half the time.
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  // What we use of libraries is inside the built files: users resolve and compile nothing.
  deps: { alwaysBundle: () => true, onlyBundle: false },
  checks: { pluginTimings: false },
  plugins: [thirdPartyLicences(), asciiOutput()],
})
