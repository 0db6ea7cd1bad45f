import type { Asking } from '../../engine/asking.js'
import type { MarketFilter, MarketsWanted } from '../../model/markets-wanted.js'
import type { Recording } from '../../recording/columns/recording.js'
import { whyNotFor } from '../config/assign-markets.js'
import { complaint } from '../config/config.js'
import type { BacktestSetup } from './backtest-setup.js'
import { PlacedMarkets } from './placed-markets.js'
import { callNames, watched } from './slow-calls.js'

/** The strategy of each market of a recording, by the market's index: the strategy's number in the config; null: no strategy has it. */
export type Places = readonly (number | null)[]

type Recorded = Omit<Recording, 'chunks'>

/**
 * Assigns the markets of a recording to the strategies of a config, as a run does: the first strategy that wants a market has it, from the
 * recording's beginning or from when the market joins, until the market leaves. Rejects with an `ExitError` of code 2 if the recording lacks markets
 * that the config names.
 */
export async function placeMarkets(setup: BacktestSetup, recording: Recording): Promise<PlacedRecording> {
  const places = await placed(setup, recording)
  return watched(callNames(setup, recording.markets, places), asking => withoutMisfits(setup, recording, { places, asking }))
}

interface PlacedRecording {
  readonly places: Places
  /** Notes for the reader, one sentence each. */
  readonly warnings: readonly string[]
}

async function placed(setup: BacktestSetup, recording: Recording): Promise<Places> {
  if (recording.joining.length === 0 || !setup.stanzas.some(({ markets }) => goesByTime(markets)))
    return placesOf(setup, recording)
  const places = open(setup, recording)
  for await (const { events } of recording.chunks()) places.follow(events.rare)
  return places.all
}

/** A strategy that cannot quote its market ends the backtest, as it ends a run. If the market joins later, it is left out. */
function withoutMisfits(
  setup: BacktestSetup,
  recording: Recorded,
  { places, asking }: { readonly places: Places; readonly asking: Asking },
): PlacedRecording {
  const feeds = setup.kind === 'run' ? Object.keys(setup.loaded.config.feeds) : null
  const joining = new Set(recording.joining)
  const warnings: string[] = []
  const kept = recording.markets.map((market, index) => {
    const at = places[index] ?? null
    const stanza = at === null ? undefined : setup.stanzas[at]
    const wrong = stanza === undefined ? null : whyNotFor(stanza, market, { feeds, asking })
    if (at === null || wrong === null) return at
    if (!joining.has(market.id))
      throw complaint(setup.source, setup.kind === 'run' ? ['strategies', at, 'strategy'] : ['strategy'], wrong)
    warnings.push(`${wrong}: it is not quoted`)
    return null
  })
  return { places: kept, warnings }
}

/** The same for a config whose markets do not depend on when they join, as in searches. Throws an `ExitError` of code 2. */
export function placesOf(setup: BacktestSetup, recording: Recorded): Places {
  const places = open(setup, recording)
  places.joinAll()
  return places.all
}

function open(setup: BacktestSetup, recording: Recorded): PlacedMarkets {
  expectKnown(setup, recording)
  if (setup.kind === 'run') expectTold(setup)
  const wanted = setup.stanzas.map(({ markets }) => markets)
  // With `all`, a backtest's config takes every market of the recording; one that cannot be traded is a separate error.
  return new PlacedMarkets({ recording, wanted, isChoosy: setup.kind === 'run' })
}

/** Whether what a filter lets pass depends on the time, or on the other markets there are. */
const goesByTime = (wants: MarketsWanted): boolean =>
  isFilter(wants) && [wants.max, wants.secondsLeftMin, wants.secondsLeftMax].some(bound => bound !== undefined)

const isFilter = (wants: MarketsWanted): wants is MarketFilter => typeof wants === 'object' && !Array.isArray(wants)

function expectKnown(setup: BacktestSetup, { markets }: Recorded): void {
  const known = new Set<string>(markets.map(({ id }) => id))
  for (const [stanza, { markets: wants }] of setup.stanzas.entries()) {
    if (!Array.isArray(wants)) continue
    const ids: readonly string[] = wants
    const at = ids.findIndex(id => !known.has(id))
    if (at < 0) continue
    const names = [...known].slice(0, NAMED_MAX).join(', ')
    const has = known.size === 0 ? '' : `; it has ${names}${known.size > NAMED_MAX ? ', …' : ''}`
    throw complaint(setup.source, [...marketsPath(setup, stanza), at], `the recording has no market ${ids[at]}${has}`)
  }
}

const NAMED_MAX = 5

/** The path of a strategy's markets in the config. */
export const marketsPath = ({ kind }: Pick<BacktestSetup, 'kind'>, stanza: number): readonly (string | number)[] =>
  kind === 'run' ? ['strategies', stanza, 'markets'] : ['markets']

/** Fields of a filter that only a live venue can answer. */
const UNTOLD = ['volumeUsdMin', 'spreadTicksMin', 'spreadTicksMax', 'middleMin', 'middleMax'] as const

function expectTold(setup: BacktestSetup): void {
  for (const [stanza, { markets }] of setup.stanzas.entries()) {
    if (!isFilter(markets)) continue
    const bound = UNTOLD.find(name => markets[name] !== undefined)
    const isRanked = markets.rankBy === 'volume' || markets.rankBy === 'spread'
    if (bound === undefined && !isRanked) continue
    const what =
      'a recording does not tell the volume of 24 hours, nor the spread and the middle at which a live run would have asked; name the markets by their ids, or filter by what is recorded: tags, categories, variants, question, rewardRate, secondsLeft'
    throw complaint(setup.source, [...marketsPath(setup, stanza), bound ?? 'rankBy'], what)
  }
}
