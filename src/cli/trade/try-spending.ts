import { setTimeout as pause } from 'node:timers/promises'
import type { DeskSettings } from '../../engine/desk-options.js'
import type { Journal } from '../../journal/journal.js'
import type { Market } from '../../model/market.js'
import type { Touch } from '../../model/quote.js'
import { reasonOf } from '../../model/reason-of.js'
import { type RunClock } from '../../model/time.js'
import { marketsAtStart } from '../../runtime/markets-at-start.js'
import { heldMarkets, restoreState } from '../../runtime/restore-state.js'
import { RefusedStartError, startSession } from '../../runtime/session.js'
import { Finding } from '../../venues/finding.js'
import { remedyOf } from '../../venues/remedy-of.js'
import { VenueError } from '../../venues/venue-error.js'
import type { LoadedConfig } from '../config/config.js'
import { deskSettingsOf } from '../config/desk-settings-of.js'
import { askConsent } from '../screen/ask-consent.js'
import { openWalletJournal, walletEpoch } from '../wallet/open-wallet-journal.js'
import { walletGateway } from '../wallet/wallet-gateway.js'
import type { WalletVenue } from '../wallet/wallet-venue.js'
import { costOf, createProbe, farBid, isTradable, type Probe } from './probe-strategy.js'
import { buyAndSell, restAndRemove, type Spending } from './spend-steps.js'

export interface SpendOptions {
  /** True: a person agreed on the command line. */
  readonly isAgreed: boolean
  readonly world: WalletVenue
  readonly loaded: LoadedConfig
  readonly clock: RunClock
  /** A few of the first are compared, and the one with the cheapest round trip is used. */
  readonly markets: readonly Market[]
  /** Notices of venue and session, newest last. */
  readonly told: string[]
}

/** Number of markets whose books are compared. */
const LOOKED_AT = 10
/** If doctor dies before the end, its orders expire after this time. */
const LIFE_SECONDS = 30

/**
 * Sends orders as a run would, through risk, journal and gateway: a far one that is removed, then a round trip of a few cents, after a person agreed
 * to the amount at risk. This process must have locked the wallet. Rejects with an `ExitError` if the person does not agree.
 */
export async function trySpending(options: SpendOptions): Promise<readonly Finding[]> {
  const { world, clock } = options
  if (options.markets.length === 0)
    return [Finding.fail('spend', 'there is no open market to try', 'name one in the config, or wait until one opens')]
  const probe = createProbe()
  const journal = openWalletJournal(world, { epoch: walletEpoch(clock.now()) })
  try {
    const spending = await wake({ ...options, journal, probe })
    try {
      return await spend(spending, options)
    } finally {
      await spending.session.stop('doctor')
    }
  } catch (error) {
    if (error instanceof RefusedStartError)
      return [Finding.fail('spend', error.message, 'a run would be refused as well; do as it says')]
    if (error instanceof VenueError) return [Finding.fail('spend', reasonOf(error), remedyOf(error))]
    throw error
  } finally {
    journal.close()
  }
}

interface Waking extends SpendOptions {
  readonly journal: Journal
  readonly probe: Probe
}

async function wake({ world, loaded, clock, journal, probe, told, markets: open }: Waking): Promise<Spending> {
  const restored = restoreState(journal)
  const begun = await marketsAtStart(world.venue, {
    wanted: [open.slice(0, LOOKED_AT).map(({ id }) => id)],
    held: heldMarkets(restored.state),
    clock,
  })
  const markets = begun.map(found => found.market)
  const gateway = walletGateway({ world, journal, restored, markets, now: clock.now() })
  const missing = await gateway.preflight(markets)
  if (missing.length > 0) throw new RefusedStartError(missing.join('; '))
  const session = await startSession({
    ...{ venue: world.venue, gateway, journal, markets, clock, state: restored.state },
    assignments: markets.map(({ index }) => ({ market: index, definition: probe.definition, parameters: {} })),
    settings: settingsOf(loaded),
    notice: (_, text) => void told.push(text),
    accountLookEveryMs: loaded.config.feed.accountLookEveryMs,
  })
  return { session, gateway, probe, told }
}

/** The config's own settings, without limits that would refuse a take. */
function settingsOf(loaded: LoadedConfig): DeskSettings {
  const { settings } = deskSettingsOf(loaded, LOOKED_AT, true)
  const { strategies: _, ...limits } = settings.limits
  return {
    ...settings,
    limits: { ...limits, makerOnly: false, priceCollarTicks: null },
    requote: { ...settings.requote, orderLifeSeconds: Math.max(LIFE_SECONDS, loaded.definition.orderLifeMinSeconds ?? 0) },
  }
}

const BOOK_MS = 10_000
/** Waits for books that arrive a little later. */
const COMPARED_MS = 1_000

async function spend(spending: Spending, { isAgreed }: SpendOptions): Promise<readonly Finding[]> {
  const { probe } = spending
  const target = await cheapest(spending)
  if (target === null)
    return [
      Finding.fail(
        'spend',
        `none of the markets had a live book with enough on both sides within ${BOOK_MS / 1_000} s`,
        'name a market that others trade, or look at "stream" and "books" above',
      ),
    ]
  await askConsent(question(target), { isGiven: isAgreed })
  probe.target = target.market
  const far = await restAndRemove(spending)
  // If an order cannot be removed, no other one is sent.
  if (far.some(({ grade }) => grade === 'fail')) return far
  return [...far, ...(await buyAndSell(spending))]
}

interface Target {
  readonly market: Market
  readonly touch: Touch
}

/** The market where a round trip costs least; null: a round trip is possible in none. */
async function cheapest({ session, probe }: Spending): Promise<Target | null> {
  const startedAt = performance.now()
  for (;;) {
    await pause(50)
    const waitedMs = performance.now() - startedAt
    const found = session.markets
      .flatMap(market => {
        const touch = probe.touches.get(market.index)
        return touch !== undefined && isTradable(touch, market) ? [{ market, touch, ...costOf(touch, market) }] : []
      })
      .toSorted((a, b) => a.costUsdt - b.costUsdt)
    if (waitedMs > BOOK_MS || (found.length > 0 && waitedMs > COMPARED_MS)) return found[0] ?? null
  }
}

function question({ market, touch }: Target): string {
  const far = farBid(touch, market)
  const { costUsdt, stakeUsdt } = costOf(touch, market)
  const cents = (usdt: number): string => `${Math.ceil(usdt * 100)} cents`
  return [
    `--spend sends orders with the money of this wallet, in market ${market.id} (${market.question}):`,
    `  1. a bid of ${far.size / 1e6} shares at ${far.price / 1e4}, far below the best bid of ${touch.bid / 1e4}, which is removed at once;`,
    `  2. an order that buys Yes for about ${cents(stakeUsdt)} at up to ${touch.ask / 1e4}, and one that sells it again.`,
    `It costs about ${cents(costUsdt)} (spread and fees). At risk for some seconds: ${cents(stakeUsdt)} of the round trip, ${cents((far.price / 1e4) * (far.size / 1e6))} of the bid.`,
  ].join('\n')
}
