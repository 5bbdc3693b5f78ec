/** A maintained rule set of others as the oracle: whatever it finds in our samples is gone from the redacted text. */
import { lintSource } from '@secretlint/core'
import { creator } from '@secretlint/secretlint-rule-preset-recommend'
import { expect, it } from 'vitest'
import { redactSecrets } from '../../../src/text/redaction/redact.ts'
import { BY_FORM, BY_PLACE, Draw } from '../../fixtures/redaction/secrets.ts'

async function foundIn(content: string): Promise<string[]> {
  const { messages } = await lintSource({
    source: { filePath: 'sample.txt', content, ext: '.txt', contentType: 'text' },
    options: { noPhysicFilePath: true, config: { rules: [{ id: 'preset', rule: creator }] } },
  })
  return messages.map(({ ruleId, messageId }) => `${ruleId}: ${messageId}`)
}

const samples = [...BY_FORM, ...BY_PLACE].flatMap(({ before = '', after = '', make }) =>
  [1, 2, 3].map(seed => before + make(new Draw(seed)) + after),
)

it('finds nothing any more in what was redacted', async () => {
  expect((await foundIn(samples.join('\n\n'))).length).toBeGreaterThan(60)
  expect(await foundIn(redactSecrets(samples.join('\n\n')).text)).toEqual([])
})
