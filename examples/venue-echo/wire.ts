import { createHmac } from 'node:crypto'

/*
 * What the echo exchange and its clients say to each other. Prices are whole cents, sizes whole lots of one share, money whole cents, times
 * milliseconds. Nothing numbers the frames: what a connection brings is in order, and a new connection begins with whole books.
 */

/** `b` is better by a bid for yes: buy yes, or sell no. */
export type EchoSide = 'b' | 'a'

/** What the stream says. */
export type EchoFrame =
  /** A whole book, after each subscription: bids and asks of yes as [cents, lots]. */
  | readonly ['b', market: string, bids: readonly EchoLevel[], asks: readonly EchoLevel[], ms: number]
  /** What a level holds now, and why it changed: added, removed or traded. */
  | readonly ['l', market: string, side: EchoSide, cents: number, lots: number, why: '+' | '-' | 'x', ms: number]
  /** A trade at the level of a side. */
  | readonly ['t', market: string, side: EchoSide, cents: number, lots: number, ms: number]
  /** What the whole exchange takes. */
  | readonly ['m', mode: EchoMode, ms: number]
  /** To the account that logged in: the login, an answer to its heartbeat, a fill of its, an order of its that is gone. */
  | readonly ['ok', ms: number]
  | readonly ['hb', ms: number]
  | readonly ['f', fill: EchoFill]
  | readonly ['g', hash: string, ms: number]

export type EchoLevel = readonly [cents: number, lots: number]

/** `post-only`: nothing that would trade at once; `cancel-only`: no order; `restart`: away for a moment, then each book is told as a whole. */
export type EchoMode = 'open' | 'post-only' | 'cancel-only' | 'restart'

/** What a client says on the stream. */
export type EchoRequest =
  | readonly ['sub', market: string]
  | readonly ['drop', market: string]
  | readonly ['auth', account: string, ms: number, mac: string]
  | readonly ['hb']

/** An order as it is placed. Its signature is its name. */
export interface EchoOrder {
  /** Account, and the client's own name of the order. */
  readonly a: string
  readonly i: string
  readonly m: string
  readonly s: 'buy' | 'sell'
  readonly o: 'yes' | 'no'
  readonly c: number
  readonly n: number
  /** Rests or is refused; else it may trade at once. `k`: what does not trade at once is not left behind. */
  readonly p: 'post' | 'rest' | 'kill'
  /** When it was signed: the exchange refuses what is older than five seconds. */
  readonly t: number
  /** When it ends, in whole seconds; null: when it is taken off. Five seconds after it was signed at the least. */
  readonly x: number | null
  /** HMAC-SHA256 of all the other fields by the account's secret, in hex. */
  readonly h: string
}

/** Of each order placed: taken, or refused with a word. */
export type EchoAnswer = readonly ['ok'] | readonly ['no', why: string]

/** An order that rests. */
export type EchoOpenOrder = Pick<EchoOrder, 'a' | 'i' | 'm' | 's' | 'o' | 'c' | 'n' | 'h'> & { readonly done: number }

/** A trade of an account, numbered within it. A fee is in cents. */
export interface EchoFill extends Pick<EchoOrder, 'i' | 'm' | 's' | 'o' | 'c' | 'n' | 'h'> {
  readonly no: number
  readonly fee: number
  readonly ms: number
}

/** All of an account. Cash is told without what orders hold, and that beside it. */
export interface EchoAccount {
  readonly free: number
  readonly held: number
  readonly shares: Readonly<Record<string, { readonly yes: number; readonly no: number }>>
  readonly orders: readonly EchoOpenOrder[]
  /** Those after the number that was asked for. */
  readonly fills: readonly EchoFill[]
}

/** A market as it is listed. */
export interface EchoMarket {
  readonly id: string
  readonly question: string
  readonly endsAtMs: number | null
}

/** Orders in one request, and cancels. */
export const ORDERS_A_REQUEST = 10
export const CANCELS_A_REQUEST = 20
/** The bucket of an account's requests: how many tokens it holds, and how many come back a second. */
export const BUCKET = { capacity: 40, refillPerSecond: 10 } as const
/** An account that has sent a heartbeat owes the next one within this; else all its orders are taken off. */
export const SILENT_MAX_MS = 3_000
/** Least time between signing an order and its end. */
export const LIFE_MIN_SECONDS = 5
export const TAKER_FEE_BPS = 100

/** Signs parts by an account's secret. */
export const macOf = (secret: string, parts: readonly (string | number | null)[]): string =>
  createHmac('sha256', secret).update(parts.join('|')).digest('hex')

/** What an order's signature is made of. */
export const signedParts = ({ a, i, m, s, o, c, n, p, t, x }: Omit<EchoOrder, 'h'>): readonly (string | number | null)[] => [
  a,
  i,
  m,
  s,
  o,
  c,
  n,
  p,
  t,
  x,
]

/** The fee of a taker in cents, cut: a hundredth of the cheaper outcome's price. */
export const takerFee = (cents: number, lots: number): number =>
  Math.floor((lots * Math.min(cents, 100 - cents) * TAKER_FEE_BPS) / 10_000)
