/**
 * Findings of a doctor as lines: what is wrong, what shows it, what to do.
 */
import { inline, type Style, wrap } from './layout.ts'

export interface ShownFinding {
  code: string
  severity: 'error' | 'warning' | 'note'
  what: string
  /** What shows it, where the first line does not say it. */
  evidence?: string
  remedy: string
}

export function findingLines(findings: readonly ShownFinding[], style: Omit<Style, 'zone'>): string[] {
  const { colours, texts, width } = style
  const paint = { error: colours.red, warning: colours.yellow, note: colours.dim }
  return findings.flatMap(({ severity, code, what, evidence, remedy }) => {
    const head = `${paint[severity](texts.doctor.severity[severity])} ${code}${texts.colon}`
    return [
      ...wrap(head + inline(withoutRemedy(what, remedy)), width, '  '),
      ...(evidence === undefined ? [] : wrap(inline(evidence), width, '    ')),
      ...wrap(`→ ${inline(remedy)}`, width, '    ').map(colours.dim),
    ]
  })
}

/** What is wrong, less the advice that an error of the store ends with: the remedy has a line of its own. */
function withoutRemedy(what: string, remedy: string): string {
  const at = what.lastIndexOf('; ')
  const advice = at < 0 ? '' : what.slice(at + 2)
  return advice.startsWith(remedy) || advice.startsWith('run doctor ') ? what.slice(0, at) : what
}
