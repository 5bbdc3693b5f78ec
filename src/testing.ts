/** `palimpsest-memory/testing`: what tests of an application need to run without a model. */
export { createRecordedDeriver, digestOfBlock } from './derive/recorded/recorded-deriver.ts'
