/**
 * `doctor`: whether the database file is sound, what to do if not, and doing it; whether memory works in DeepSeek
 * Harness.
 */
import { type Finding, inspectStore, type RecoveryReport, recoverStore } from '../../compose.ts'
import { type DatabasePath, isDatabaseThere } from '../../config/database-path.ts'
import { systemZone } from '../../config/system-zone.ts'
import { type HostReport, inspectHost } from '../../integrations/dsh/doctor/host-findings.ts'
import type { AddCommand } from '../command.ts'
import type { Context, Outcome } from '../context.ts'
import { findingLines } from '../draw/findings.ts'
import { count, type Style, wrap } from '../draw/layout.ts'
import { dshJson, dshLines, hasHostErrors } from '../dsh-report.ts'
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
  const { style, texts, loaded } = context
  const database = context.database()
  const isThere = await isDatabaseThere(database)
  if (!isThere && (recover || !context.options.dsh)) throw await context.missing(database)
  const { findings, recovery } = isThere ? await examine(context, database, recover) : NOTHING
  const host = context.options.dsh ? await hostReport(context, isThere) : undefined
  return {
    json: {
      database: database.path,
      namedBy: database.source,
      config: { file: loaded.file, exists: loaded.exists },
      sound: isThere ? !hasErrors(findings) : null,
      findings,
      recovery,
      ...(host ? { dsh: dshJson(host) } : {}),
    },
    lines: [
      ...wrap(database.path + texts.aside(texts.databaseSource[database.source]), style.width),
      ...(recovery ? ['', ...recoveryLines(recovery, context)] : []),
      '',
      ...(isThere ? databaseLines(findings, style) : [texts.dsh.noDatabase]),
      ...(host ? ['', ...dshLines(host)] : []),
    ],
    exit:
      host && hasHostErrors(host.report) && !isThere ? EXIT.usage : exitOf(findings, recovery, host?.report),
  }
}

interface Examined {
  findings: readonly Finding[]
  recovery: RecoveryReport | null
}

const NOTHING: Examined = { findings: [], recovery: null }

/** What is wrong with the file; with `recover` what is left of it after recovery. */
async function examine(context: Context, { path }: DatabasePath, recover: boolean): Promise<Examined> {
  const { io, loaded } = context
  const found = await inspectStore(path, io.now())
  if (!recover || !hasErrors(found)) return { findings: found, recovery: null }
  const zone = loaded.settings.zone ?? systemZone()
  const recovery = await recoverStore(path, { stamp: stampOf(io.now()), zone })
  return { findings: await inspectStore(path, io.now()), recovery }
}

/** Times are shown in the zone of the settings, for there may be no store to ask. */
async function hostReport({ io, dshPlaces: places, loaded, style }: Context, isDatabaseThere: boolean) {
  const report = await inspectHost({ places, isDatabaseThere, now: io.now() })
  return { report, places, style: { ...style, zone: loaded.settings.zone ?? systemZone() } }
}

const hasErrors = (findings: readonly Finding[]): boolean =>
  findings.some(finding => finding.severity === 'error')

function exitOf(
  findings: readonly Finding[],
  recovery: RecoveryReport | null,
  host: HostReport | undefined,
): ExitCode {
  if (hasErrors(findings) || (host && hasHostErrors(host))) return EXIT.store
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

function databaseLines(findings: readonly Finding[], style: Omit<Style, 'zone'>): string[] {
  const { colours, texts } = style
  const head = hasErrors(findings) ? colours.red(texts.doctor.damaged) : colours.green(texts.doctor.sound)
  return [head, ...findingLines(findings, style)]
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
