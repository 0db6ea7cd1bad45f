import type { CoreCommand, CrowdCommand } from '../core/command.js'

/** Whether a command is a row of the anonymous crowd; such commands come in runs. */
export const isRow = (command: CoreCommand): command is CrowdCommand =>
  command.kind === 'crowd-level' || command.kind === 'crowd-print' || command.kind === 'crowd-clear'
