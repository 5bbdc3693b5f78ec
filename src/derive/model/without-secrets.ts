/**
 * What is applied to every text before it is sent, unless the caller says otherwise.
 */
import { redactSecrets } from '../../text/redaction/redact.ts'

export const withoutSecrets = (text: string): string => redactSecrets(text).text
