import { setTimeout as pause } from 'node:timers/promises'
import type { Fill } from '../../model/fill.js'
import { Wei } from '../../model/money.js'
import type { Session } from '../../runtime/session.js'
import { Finding } from '../../venues/finding.js'
import type { TradingGateway } from '../../venues/venue-definition.js'
import { type Probe, spentOf } from './probe-strategy.js'

/** How long to wait for an order to rest or to leave, for a fill, and for a settlement, in ms. */
const [ORDER_MS, FILL_MS, SETTLE_MS] = [10_000, 10_000, 30_000]
/** Above this time, a finding warns, in ms. */
const [LEAVES_SLOWLY_MS, SETTLES_SLOWLY_MS] = [1_500, 15_000]
/** Least time between two requests of the venue's list, in ms. */
const LIST_EVERY_MS = 250
/** How long after an order left a report of its fill may arrive, in ms. */
const LATE_FILL_MS = 700

/** A session of the engine with a probe as its strategy. */
export interface Spending {
  readonly session: Session
  readonly gateway: TradingGateway
  readonly probe: Probe
  /** Notices of the session, newest last. */
  readonly told: readonly string[]
}

/** Places a far bid, checks that it rests and is in the venue's list, removes it, and checks that it is gone from the list. */
export async function restAndRemove(spending: Spending): Promise<readonly Finding[]> {
  const { probe, told } = spending
  probe.stage = 'rest'
  const restedMs = await until(ORDER_MS, LIST_EVERY_MS, async () => (await openOrders(spending)) > 0)
  if (restedMs === null)
    return [
      Finding.fail(
        'order',
        `a far post-only bid was not in the venue's list within ${ORDER_MS / 1_000} s${lastWord(told)}`,
        'see what the venue or the limits said; "oddsmith journal orders" and "journal refusals" have it',
      ),
    ]
  probe.stage = 'pull'
  const goneMs = await until(ORDER_MS, LIST_EVERY_MS, async () => (await openOrders(spending)) === 0)
  if (goneMs === null)
    return [
      Finding.fail(
        'order',
        `the far bid still rests ${ORDER_MS / 1_000} s after its removal was asked for: the venue accepts removals and does not carry them out`,
        'start no run: its quotes could not be pulled. "oddsmith cancel-all" asks again; the order expires within a minute',
      ),
    ]
  await pause(LATE_FILL_MS)
  const slow =
    goneMs > LEAVES_SLOWLY_MS
      ? [
          Finding.warn(
            'order',
            `the far bid left the venue's list only ${goneMs} ms after its removal was asked for: the venue did not know it at first, or removed nothing`,
            'a run asks again until it is gone, and its quotes are exposed for so long: quote wider, or wait until the venue is well',
          ),
        ]
      : [
          Finding.ok(
            'order',
            `a far post-only bid rested (seen after ${restedMs} ms) and was removed (gone after ${goneMs} ms)`,
          ),
        ]
  if (probe.fills.length === 0) return slow
  return [
    ...slow,
    Finding.fail(
      'order',
      `the far bid was filled though it was being removed: ${sharesOf(probe.fills, 'buy').toFixed(2)} shares`,
      'a removal here is no proof: matches may be told after it. limits.worstCaseLossMaxUsdt counts orders for graceMs after their removal; set it, and keep graceMs at 3000 or more',
    ),
  ]
}

async function openOrders({ gateway }: Spending): Promise<number> {
  return (await gateway.openHashes()).length
}

/** Buys a little at the best ask, waits for its settlement, and sells it at the best bid. */
export async function buyAndSell(spending: Spending): Promise<readonly Finding[]> {
  const { probe, told } = spending
  probe.stage = 'buy'
  if ((await until(FILL_MS, 50, async () => probe.fills.length > 0)) === null)
    return [
      Finding.fail(
        'trip',
        `an order that takes was not filled within ${FILL_MS / 1_000} s${lastWord(told)}`,
        'the price may have moved away: run doctor again; else see "oddsmith journal orders" and "journal refusals"',
      ),
    ]
  const bought = await settled(spending)
  if (bought.some(({ grade }) => grade === 'fail')) return bought
  probe.stage = 'sell'
  const soldMs = await until(FILL_MS, 50, async () => probe.fills.some(({ side }) => side === 'sell'))
  if (soldMs === null)
    return [
      ...bought,
      Finding.warn(
        'trip',
        `${sharesOf(probe.fills, 'buy').toFixed(2)} shares were bought and not sold again within ${FILL_MS / 1_000} s${lastWord(told)}`,
        'they are held: a run of this market works with them, or sell them by hand',
      ),
    ]
  const sold = await settled(spending)
  probe.stage = 'pull'
  const costCents = Wei.toNumber(spentOf(probe.fills)) * 100
  const words = `${sharesOf(probe.fills, 'buy').toFixed(2)} shares were bought and ${sharesOf(probe.fills, 'sell').toFixed(2)} sold again, for ${costCents.toFixed(1)} cents`
  return [Finding.ok('trip', words), ...new Map([...bought, ...sold].map(found => [found.found, found])).values()]
}

/** Waits until each fill has settled or failed, and reports problems. */
async function settled({ session, probe, told }: Spending): Promise<readonly Finding[]> {
  const began = session.began.settlement
  const tookMs = await until(SETTLE_MS, 50, async () => session.desk.state().pending.size === 0)
  const failed = session.desk.summary().settlement.failed - began.failed
  const found: Finding[] = []
  if (failed > 0)
    found.push(
      Finding.fail(
        'settlement',
        `${failed} of ${probe.fills.length} fills failed to settle: trouble on the chain, or the other party withdrew its order's nonce`,
        'a failed fill is taken back, and a run halts by limits.settlementFailPercentMax; wait until the venue settles again',
      ),
    )
  if (tookMs === null || tookMs > SETTLES_SLOWLY_MS)
    found.push(
      Finding.warn(
        'settlement',
        tookMs === null ? `a fill was not settled after ${SETTLE_MS / 1_000} s` : `a fill was settled only after ${tookMs} ms`,
        'what is not settled cannot be sold: a run holds more than it wants meanwhile. Set limits.positionMaxShares with that in mind',
      ),
    )
  const unread = told.find(text => text.includes('did not tell its fill'))
  if (unread !== undefined)
    found.push(
      Finding.warn(
        'settlement',
        unread,
        'a run reads such fills from the list of matches, some seconds later: until then it counts them as on their way',
      ),
    )
  return found
}

/** The time it took, in ms; null: longer than allowed. */
async function until(maxMs: number, everyMs: number, isSo: () => Promise<boolean>): Promise<number | null> {
  const startedAt = performance.now()
  for (;;) {
    if (await isSo()) return Math.round(performance.now() - startedAt)
    if (performance.now() - startedAt > maxMs) return null
    await pause(everyMs)
  }
}

const sharesOf = (fills: readonly Fill[], side: Fill['side']): number =>
  Wei.toNumber(fills.filter(fill => fill.side === side).reduce((sum, { shares }) => Wei.add(sum, shares), Wei.ZERO))

const lastWord = (told: readonly string[]): string => {
  const word = told.findLast(text => /refus|reject|not_|lost|halt/.test(text))
  return word === undefined ? '' : ` (${word})`
}
