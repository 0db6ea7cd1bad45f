import type { CoreCommand, CrowdCommand } from '../core/command.js'

/** Whether a command is one of the anonymous crowd's: those go in runs. */
export const isRow = (command: CoreCommand): command is CrowdCommand =>
  command.kind === 'crowd-level' || command.kind === 'crowd-print' || command.kind === 'crowd-clear'
