import type { Change } from '../../../operator/schemas-action.js'
import { PART } from './path-parts.js'

/** Parts of limits and requote options that are read where a run begins. */
const AT_START = new Set(['limits.orderMinUsdt', 'limits.group.countsVoid', 'requote.orderLifeSeconds'])
const IN_A_RUN = [
  /^limits\./,
  /^makerOnly$/,
  /^requote\./,
  new RegExp(`^strategies\\.${PART}\\.(parameters|limits|makerOnly)(\\.|$)`),
  new RegExp(`^markets\\.${PART}\\.strategies\\.`),
]

/** When a changed field of a config takes effect: in a run, or with its next start. */
export const effectOf = (path: string): Change['effect'] =>
  !AT_START.has(path) && IN_A_RUN.some(form => form.test(path)) ? 'now' : 'restart'
