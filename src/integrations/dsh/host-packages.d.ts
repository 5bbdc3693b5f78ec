/** Packages of the host that are there at run time only, with what is used of them. */
declare module '@deepseek-ai/schemastery' {
  const library: Parameters<typeof import('./settings.ts').schemaOf>[0]
  export default library
}
declare module '@deepseek-ai/dsh-llm' {
  export const APP_IDENTITY: { version?: string } | undefined
}
