import type { Core } from '../../core/core.js'

/** The part of the core that only reads; everything but the sequencer is handed this. */
export type CoreReads = Omit<
  Core,
  'apply' | 'advance' | 'drain' | 'hasNews' | 'tell' | 'tellBooks' | 'nextDue' | 'save' | 'crowd' | 'trade'
>
