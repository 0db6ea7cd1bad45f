import type { OrderHash, OrderId } from '../model/ids.js'

/** An order whose create is being sent. */
export type SentOrder = readonly [id: OrderId, hash: OrderHash, expiresAtMs: number]

/** A person's request to the keeper, because the daemon's door does not answer. */
export interface AskedAct {
  readonly key: string
  readonly who: string
  readonly what: 'cancel-all' | 'halt' | 'resume'
}

/** `open`: orders that the venue's list still shows; null: it could not be read, or was not requested. */
export interface AskedAnswer {
  readonly key: string
  readonly is: 'done' | 'unsure' | 'refused'
  readonly text: string
  readonly open: number | null
}

/** Messages from the daemon to its keeper. */
export type DaemonMessage =
  /** The wallet that it will trade with on a remote venue: only the daemon has the key. */
  | { readonly kind: 'wallet'; readonly account: string }
  /** Sent before the first order can be sent. */
  | {
      readonly kind: 'hello'
      /** The journal's epoch: the upper part of each order id. */
      readonly epoch: number
      readonly unattendedMaxMs: number
      readonly orderLifeSeconds: number
      /** Above this clock offset, in ms, the daemon places no orders; null: no such limit. */
      readonly clockOffsetMaxMs: number | null
      readonly logFile: string
    }
  /** A market of the run, or one that joined it: its index may have belonged to another one before. `strategy` null: it is only held, not quoted. */
  | { readonly kind: 'joined'; readonly index: number; readonly id: string; readonly strategy: string | null }
  /** A login for the keeper, renewed in time. */
  | { readonly kind: 'login'; readonly token: string }
  /** From now on the daemon places orders. */
  | { readonly kind: 'open' }
  /** Orders whose creates are being sent, each with its expiration. */
  | { readonly kind: 'sent'; readonly orders: readonly SentOrder[] }
  /** Orders that are no longer at the venue, or never were. */
  | { readonly kind: 'gone'; readonly orders: readonly OrderId[] }
  /** Another measurement of how far this computer's clock is ahead of the venue's, in ms. */
  | { readonly kind: 'clock'; readonly offsetMs: number }
  | { readonly kind: 'well' }
  /** The daemon is alive but cannot trade: it sends nothing until it sends `well` again. */
  | { readonly kind: 'blind'; readonly why: string }
  /** The loop has not turned for more than a second: this market's strategy does not return, or strategies were asked `calls` times, this one last. */
  | { readonly kind: 'hung'; readonly market: number; readonly what: 'create' | 'decide'; readonly calls: number }
  /** The daemon has done what the keeper passed on. */
  | { readonly kind: 'acted'; readonly answer: AskedAnswer }
  /** The thread of the door hangs, as `why` says, and so do its alerts; null: it runs again. */
  | { readonly kind: 'door'; readonly why: string | null }
  | { readonly kind: 'stopping'; readonly why: string }
  /** `open`: orders that the venue still shows; null: it could not be asked. */
  | { readonly kind: 'stopped'; readonly open: number | null; readonly isFailure: boolean }

/** Messages from the keeper to its daemon. */
export type KeeperMessage =
  /** The typed passphrase of the keystore, which both processes open. Sent first, if the daemon was told to wait for it. */
  | { readonly kind: 'passphrase'; readonly text: string }
  | {
      readonly kind: 'world'
      readonly mode: 'paper' | 'live'
      /** Config of the venue at the embedded exchange, including its key; null: the daemon reads the config. */
      readonly stanza: unknown
      readonly folder: string
    }
  /** A beat (`well` or `blind`) has arrived: the keeper is alive and reads. */
  | { readonly kind: 'heard' }
  /** A request of a person to the keeper. */
  | { readonly kind: 'act'; readonly act: AskedAct }
  /** Stop normally. */
  | { readonly kind: 'stop'; readonly why: string }
  /** A line for the log, which the daemon writes. */
  | {
      readonly kind: 'log'
      readonly level: 'info' | 'warn' | 'error'
      readonly text: string
      readonly fields: Readonly<Record<string, unknown>>
    }

/** A longer line is dropped; no message is nearly as long. */
export const LINE_MAX = 1_048_576

/** One message as a line. */
export const lineOf = (message: DaemonMessage | KeeperMessage): string => `${JSON.stringify(message)}\n`

/**
 * Creates a function that turns the text of a pipe into messages, whole lines only. A line that is not a message is skipped: the end of one that a
 * kill cut short, or one longer than `LINE_MAX`. Contents are trusted: both ends are this program.
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
