/**
 * `doctor`: whether the database file is sound, what to do if not, and doing it.
 */
import { type Finding, inspectStore, type RecoveryReport, recoverStore } from '../../compose.ts'
import { isDatabaseThere } from '../../config/database-path.ts'
import { systemZone } from '../../config/system-zone.ts'
import type { AddCommand } from '../command.ts'
import type { Context, Outcome } from '../context.ts'
import { count, inline, type Style, wrap } from '../draw/layout.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'

export const addDoctor: AddCommand = (program, run, texts) => {
  const { doctor: t } = texts.commands
  program
    .command('doctor')
    .summary(t.summary)
    .description(t.description)
    .option('--recover', t.recover)
    .action(({ recover = false }: { recover?: boolean }, command) =>
      run(command, context => doctorCommand(context, recover)),
    )
}

async function doctorCommand(context: Context, recover: boolean): Promise<Outcome> {
  const database = context.database()
  const { file, exists } = context.loaded
  const { path } = database
  if (!(await isDatabaseThere(database))) throw await context.missing(database)
  const found = await inspectStore(path, context.io.now())
  const recovery =
    recover && hasErrors(found)
      ? await recoverStore(path, {
          stamp: stampOf(context.io.now()),
          zone: context.loaded.settings.zone ?? systemZone(),
        })
      : null
  const findings = recovery ? await inspectStore(path, context.io.now()) : found
  return {
    json: {
      database: path,
      namedBy: database.source,
      config: { file, exists },
      sound: !hasErrors(findings),
      findings,
      recovery,
    },
    lines: [
      ...wrap(path + context.texts.aside(context.texts.databaseSource[database.source]), context.style.width),
      ...(recovery ? ['', ...recoveryLines(recovery, context)] : []),
      '',
      ...findingLines(findings, context.style),
    ],
    exit: exitOf(findings, recovery),
  }
}

const hasErrors = (findings: readonly Finding[]): boolean =>
  findings.some(finding => finding.severity === 'error')

function exitOf(findings: readonly Finding[], recovery: RecoveryReport | null): ExitCode {
  if (hasErrors(findings)) return EXIT.store
  return recovery && lostOf(recovery) + unknownOf(recovery).length > 0 ? EXIT.partly : EXIT.done
}

/** Ends the names of the files that are kept: `20250618T120000Z`. */
const stampOf = (now: number): string => new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')

function lostOf({ tables, dropped }: RecoveryReport): number {
  const lost = tables.reduce((sum, table) => sum + (typeof table.lost === 'number' ? table.lost : 0), 0)
  return lost + dropped.turns + dropped.blocks + dropped.events
}

/** The tables of which nobody can say how much is lost. */
const unknownOf = ({ tables }: RecoveryReport): string[] =>
  tables.filter(table => typeof table.lost !== 'number').map(({ table }) => table)

function findingLines(findings: readonly Finding[], style: Omit<Style, 'zone'>): string[] {
  const { colours, texts } = style
  const paint = { error: colours.red, warning: colours.yellow, note: colours.dim }
  const head = hasErrors(findings) ? colours.red(texts.doctor.damaged) : colours.green(texts.doctor.sound)
  return [
    head,
    ...findings.flatMap(({ severity, code, what, remedy }) => [
      ...wrap(
        `${paint[severity](texts.doctor.severity[severity])} ${code}${texts.colon}${inline(withoutRemedy(what, remedy))}`,
        style.width,
        '  ',
      ),
      ...wrap(`→ ${inline(remedy)}`, style.width, '    ').map(colours.dim),
    ]),
  ]
}

/** What is wrong, less the advice that an error of the store ends with: the remedy has a line of its own. */
function withoutRemedy(what: string, remedy: string): string {
  const at = what.lastIndexOf('; ')
  const advice = at < 0 ? '' : what.slice(at + 2)
  return advice.startsWith(remedy) || advice.startsWith('run doctor ') ? what.slice(0, at) : what
}

function recoveryLines(recovery: RecoveryReport, context: Context): string[] {
  const { texts, style } = context
  const { damaged, dropped, toDerive, backup } = recovery
  const unknown = unknownOf(recovery)
  const lines = [
    texts.doctor.recovered(damaged),
    texts.doctor.lost(
      count(lostOf(recovery)),
      count(dropped.turns),
      count(dropped.blocks),
      count(dropped.events),
    ),
    ...(unknown.length > 0 ? [texts.doctor.lostUnknown(unknown.join(', '))] : []),
    ...(backup && backup.turns > 0 ? [texts.doctor.backup(backup.path, count(backup.turns))] : []),
    ...(toDerive > 0 ? [texts.doctor.toDerive(count(toDerive))] : []),
  ]
  return [
    ...lines.flatMap(line => wrap(line, style.width)),
    ...(toDerive > 0 ? [`  ${context.toCopy('jobs run')}`] : []),
  ]
}
