import type { OrderHash, OrderId } from '../model/ids.js'

/** An order whose create leaves. */
export type SentOrder = readonly [id: OrderId, hash: OrderHash, expiresAtMs: number]

/** What a person asks the keeper for, because the door of the daemon does not answer. */
export interface AskedAct {
  readonly key: string
  readonly who: string
  readonly what: 'cancel-all' | 'halt' | 'resume'
}

/** `open`: orders that the venue's list still shows; null: it could not be read, or nothing asked for it. */
export interface AskedAnswer {
  readonly key: string
  readonly is: 'done' | 'unsure' | 'refused'
  readonly text: string
  readonly open: number | null
}

/** What the daemon says to the keeper that watches it. */
export type DaemonMessage =
  /** Whose wallet it will trade with on a venue elsewhere: only the daemon has that key. */
  | { readonly kind: 'wallet'; readonly account: string }
  /** Comes before the first order can leave. */
  | {
      readonly kind: 'hello'
      /** The upper part of the id of each order of this wallet's journal. */
      readonly epoch: number
      readonly unattendedMaxMs: number
      readonly orderLifeSeconds: number
      /** Beyond this offset of the clocks, in ms, the daemon opens nothing; null: it has no such limit. */
      readonly clockOffsetMaxMs: number | null
      readonly logFile: string
      /** By market index. `strategy` null: the market is only held. */
      readonly markets: readonly { readonly id: string; readonly strategy: string | null }[]
    }
  /** A market joined the run, at an index that another one may have had. */
  | { readonly kind: 'joined'; readonly index: number; readonly id: string; readonly strategy: string | null }
  /** A login of the keeper's own, and the next one in time. */
  | { readonly kind: 'login'; readonly token: string }
  /** From now on the daemon places orders. */
  | { readonly kind: 'open' }
  /** Orders whose creates leave now, each with the moment at which it expires. */
  | { readonly kind: 'sent'; readonly orders: readonly SentOrder[] }
  /** Orders that are not at the venue any more, or never were. */
  | { readonly kind: 'gone'; readonly orders: readonly OrderId[] }
  /** How far this computer's clock is ahead of the venue's, measured once more, in ms. */
  | { readonly kind: 'clock'; readonly offsetMs: number }
  | { readonly kind: 'well' }
  /** Alive, and yet not able to trade: nothing is sent until it is well again. */
  | { readonly kind: 'blind'; readonly why: string }
  /** One `decide` of this market has not come back for longer than a second. */
  | { readonly kind: 'hung'; readonly market: number }
  /** It has done what the keeper handed on. */
  | { readonly kind: 'acted'; readonly answer: AskedAnswer }
  | { readonly kind: 'stopping'; readonly why: string }
  /** `open`: orders the venue still shows; null: it could not be asked. */
  | { readonly kind: 'stopped'; readonly open: number | null; readonly isFailure: boolean }

/** What the keeper says to its daemon. */
export type KeeperMessage =
  | {
      readonly kind: 'world'
      readonly mode: 'paper' | 'live'
      /** What the venue at the embedded exchange is opened with, its key included; null: the daemon reads the config. */
      readonly stanza: unknown
      readonly folder: string
    }
  /** A beat (`well` or `blind`) has arrived: the keeper is there and reads. */
  | { readonly kind: 'heard' }
  /** A person asked the keeper for this. */
  | { readonly kind: 'act'; readonly act: AskedAct }
  /** Stop in good order. */
  | { readonly kind: 'stop'; readonly why: string }
  /** A line for the log that the daemon writes. */
  | {
      readonly kind: 'log'
      readonly level: 'info' | 'warn' | 'error'
      readonly text: string
      readonly fields: Readonly<Record<string, unknown>>
    }

/** A longer line is dropped. The longest is the `hello` of a run in a thousand markets. */
export const LINE_MAX = 1_048_576

/** One message as a line. */
export const lineOf = (message: DaemonMessage | KeeperMessage): string => `${JSON.stringify(message)}\n`

/**
 * Makes what turns the text of a pipe into messages, whole lines only. A line that is no message is passed over: the end of one that was
 * cut short by a kill, or one that is longer than `LINE_MAX`. What is in a message is trusted: both ends are this program.
 */
export function createLineReader(onMessage: (message: never) => void): (text: string) => void {
  let rest = ''
  let isTooLong = false
  return text => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const message = isTooLong ? null : parse(line)
      isTooLong = false
      if (message !== null) onMessage(message as never)
    }
    if (rest.length <= LINE_MAX) return
    rest = ''
    isTooLong = true
  }
}

const parse = (line: string): object | null => {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && 'kind' in value ? value : null
  } catch {
    return null
  }
}
