import type { ProxyFault } from '../end-to-end/tcp-proxy.js'

/** How long after the beginning of a fault an order may still rest, in ms: what the daemon's guide promises. */
export const BOUND = { unattended: 7_000, halfOpen: 12_000 } as const

/** A fault of a link, and how long it lasts. `boundMs` null: no one outside could act, so nothing is promised but the life of an order. */
export interface LinkFault {
  readonly kind: 'link'
  readonly name: string
  readonly streams: ProxyFault
  readonly rest: ProxyFault
  readonly forMs: number
  readonly boundMs: number | null
}

/** A fault of a process. `endsRun`: the run is over after it and is started again. */
export interface ProcessFault {
  readonly kind: 'process'
  readonly name: string
  readonly who: 'daemon' | 'keeper' | 'exchange'
  readonly signal: 'SIGKILL' | 'SIGSTOP'
  /** A stopped process goes on after this long; null: never. */
  readonly continuesAfterMs: number | null
  readonly endsRun: boolean
}

/** A fault around the daemon. */
export interface SurroundingFault {
  readonly kind: 'clock' | 'log'
  readonly name: string
  readonly stepMs: number
  readonly forMs: number
}

export type ChaosFault = LinkFault | ProcessFault | SurroundingFault

const NONE: ProxyFault = { kind: 'none' }
const CUT: ProxyFault = { kind: 'cut' }
const swallow = (way: 'up' | 'down' | 'both'): ProxyFault => ({ kind: 'swallow', way })

const link = (name: string, change: Partial<Omit<LinkFault, 'kind' | 'name'>>): LinkFault => ({
  ...{ kind: 'link', name, streams: NONE, rest: NONE, forMs: 16_000, boundMs: BOUND.unattended },
  ...change,
})
const process = (name: string, who: ProcessFault['who'], change: Partial<ProcessFault> = {}): ProcessFault => ({
  ...{ kind: 'process', name, who, signal: 'SIGKILL', continuesAfterMs: null, endsRun: who !== 'exchange' },
  ...change,
})

/** What a chaos run draws from. */
export const FAULTS: readonly ChaosFault[] = [
  process('daemon killed', 'daemon'),
  process('daemon stopped for good', 'daemon', { signal: 'SIGSTOP' }),
  process('daemon stopped for three seconds', 'daemon', { signal: 'SIGSTOP', continuesAfterMs: 3_000, endsRun: false }),
  process('keeper killed', 'keeper'),
  process('exchange killed', 'exchange'),
  link('streams cut', { streams: CUT }),
  link('streams half-open', { streams: swallow('both'), boundMs: BOUND.halfOpen }),
  link('streams swallow what comes', { streams: swallow('down'), boundMs: BOUND.halfOpen }),
  link('streams swallow what goes', { streams: swallow('up'), boundMs: BOUND.halfOpen }),
  link('streams a second late', { streams: { kind: 'delay', ms: 1_000 }, boundMs: null }),
  link('REST cut', { rest: CUT, boundMs: null }),
  link('REST a second late', { rest: { kind: 'delay', ms: 1_000 }, boundMs: null }),
  link('everything cut', { rest: CUT, streams: CUT, boundMs: null }),
  { kind: 'clock', name: 'wall clock an hour ahead', stepMs: 3_600_000, forMs: 10_000 },
  { kind: 'clock', name: 'wall clock an hour behind', stepMs: -3_600_000, forMs: 10_000 },
  { kind: 'log', name: 'log that is not read', stepMs: 0, forMs: 20_000 },
]
