import type { Core } from '../../core/core.js'

/** The core as everything but the sequencer has it: to be read. */
export type CoreReads = Omit<
  Core,
  'apply' | 'advance' | 'drain' | 'hasNews' | 'tell' | 'tellBooks' | 'nextDue' | 'save' | 'crowd' | 'trade'
>
