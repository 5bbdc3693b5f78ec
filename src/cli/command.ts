/**
 * What a file in `commands/` gives: one command, added to the program.
 */
import type { Command } from 'commander'
import type { Context, Outcome } from './context.ts'
import type { Texts } from './texts/texts.ts'

/** Runs what a command does with the context its options make, and keeps the outcome for printing. */
export type Run = (command: Command, action: (context: Context) => Promise<Outcome>) => Promise<void>

/** Adds one command to the program. */
export type AddCommand = (program: Command, run: Run, texts: Texts) => void
