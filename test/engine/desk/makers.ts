import { MarketIndex } from '../../../src/model/ids.js'
import { Wei } from '../../../src/model/money.js'
import type { Snapshot } from '../../../src/model/report.js'
import { usdt } from '../desk-bench.js'
import { Maker, type MakerOptions, type Wishes } from './maker.js'
import { accepted } from './venue-words.js'

export const BOOK = 'ask 0.60 100 / bid 0.40 100'

/** The account holds YES of the first market. */
export const holdingYes = (count: number): Partial<Snapshot> => ({
  shares: new Map([[MarketIndex.of(0), { yes: usdt(count), no: Wei.ZERO }]]),
})

/** A maker whose link is open and whose market shows `BOOK`: its first orders are on their way, as `did` says. */
export function makerThatPlaced(wishes: Wishes, options: MakerOptions = {}, account: Partial<Snapshot> = {}): Maker {
  const maker = new Maker(wishes, options)
  maker.linkOpens(account)
  maker.bookOpens(BOOK)
  return maker
}

/** Such a maker whose first orders the venue has taken. */
export function makerThatRests(wishes: Wishes, options: MakerOptions = {}, account: Partial<Snapshot> = {}): Maker {
  const maker = makerThatPlaced(wishes, options, account)
  maker.hears(...maker.did.map(accepted))
  return maker
}
