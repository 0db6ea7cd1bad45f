import { setTimeout as pause } from 'node:timers/promises'
import { type Journal, openJournal } from '../journal/journal.js'
import { type OrderHash, OrderId } from '../model/ids.js'
import type { Place } from '../model/intent.js'
import type { Market } from '../model/market.js'
import type { Journaled, Signed } from '../model/order.js'
import type { Report } from '../model/report.js'
import { type Clock, Timestamp } from '../model/time.js'
import type { Gateway, Venue } from '../venues/venue.js'
import { approve } from './approve.js'

/** A funded wallet as a venue's gateway takes it, and the epoch of its order ids. */
export interface ContractWallet {
  readonly wallet: object
  readonly epoch: number
}

/** One wallet at a venue with everything that was reported to it: it signs, journals and sends as the daemon does, without a strategy. */
export interface Party {
  readonly gateway: Gateway
  readonly reports: readonly Report[]
  /** As of now, or of another time. */
  sign(order: Omit<Place, 'kind' | 'expiresAt'>, at?: Timestamp): Journaled<Signed>
  /** The first matching report, once it has arrived. Rejects after ten seconds. */
  hears<R extends Report>(what: string, fits: (report: Report) => report is R): Promise<R>
  leave(): void
}

const HEAR_MS = 10_000
const LOOK_EVERY_MS = 10
/** Long enough for every case, short enough that no order long outlives a suite. */
const LIFE_SECONDS = 600

/** Creates a party. `known`: orders from an earlier run. */
export function createParty(options: {
  readonly venue: Venue
  readonly markets: readonly Market[]
  readonly clock: Clock
  readonly wallet: ContractWallet
  readonly known?: ReadonlyMap<OrderId, OrderHash>
  readonly firstOrder?: number
}): Party {
  const { venue, markets, clock, wallet, known = new Map() } = options
  const gateway = venue.gateway({ epoch: wallet.epoch, ...wallet.wallet }, known)
  const journal = remember(markets, wallet.epoch, clock)
  const reports: Report[] = []
  const subscription = gateway.reports.subscribe(report => reports.push(report))
  let counter = options.firstOrder ?? 0
  return {
    gateway,
    reports,
    sign: (order, at = clock.now()) => {
      const market = markets[order.market]
      if (market === undefined) throw new RangeError(`expected a market of this suite, found index ${order.market}`)
      const expiresAt = Timestamp.ofSeconds(Math.floor(at / 1e6) + LIFE_SECONDS)
      const place = approve({ kind: 'place', expiresAt, ...order }, market)
      const submit = { kind: 'submit', id: OrderId.of(wallet.epoch, ++counter), order: place } as const
      const [journaled] = journal.append({
        at: clock.now(),
        entries: [],
        orders: [{ submit, signed: gateway.sign({ ...submit, at }) }],
      })
      if (journaled === undefined) throw new RangeError(`order ${submit.id} was not journaled`)
      return journaled
    },
    hears: async (what, fits) => {
      for (let waited = 0; waited < HEAR_MS; waited += LOOK_EVERY_MS) {
        const found = reports.find(fits)
        if (found !== undefined) return found
        await pause(LOOK_EVERY_MS)
      }
      throw new Error(`expected ${what} within ${HEAR_MS / 1_000} s, heard ${reports.map(({ kind }) => kind).join(', ')}`)
    },
    leave: () => {
      subscription.unsubscribe()
      journal.close()
    },
  }
}

function remember(markets: readonly Market[], epoch: number, clock: Clock): Journal {
  const journal = openJournal(':memory:', { epoch })
  journal.save({ at: clock.now(), markets, state: null })
  return journal
}
