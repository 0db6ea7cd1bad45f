import type { MarketFilter, MarketsWanted } from '../../model/markets-wanted.js'
import type { Recording } from '../../recording/columns/recording.js'
import { whyNotFor } from '../config/assign-markets.js'
import { complaint } from '../config/config.js'
import type { BacktestSetup, PortfolioSetup } from './backtest-setup.js'
import { PlacedMarkets } from './placed-markets.js'

/** Whose each market of a recording is, by its index: the place of a strategy in the config; null: no strategy has it. */
export type Places = readonly (number | null)[]

type Recorded = Omit<Recording, 'chunks'>

/**
 * Gives the markets of a recording to the strategies of a config as a run does: the first one that wants a market has it, from the recording's beginning or
 * from where it joins there, until it leaves there. Rejects with an `ExitError` of code 2 where the recording has not what the config asks for.
 */
export async function placeMarkets(setup: BacktestSetup, recording: Recording): Promise<PlacedRecording> {
  const places = await placed(setup, recording)
  return setup.kind === 'run' ? withoutMisfits(setup, recording, places) : { places, warnings: [] }
}

interface PlacedRecording {
  readonly places: Places
  /** What a reader should know of it, a sentence each. */
  readonly warnings: readonly string[]
}

async function placed(setup: BacktestSetup, recording: Recording): Promise<Places> {
  if (recording.joining.length === 0 || !setup.stanzas.some(({ markets }) => goesByTime(markets)))
    return placesOf(setup, recording)
  const places = open(setup, recording)
  for await (const { events } of recording.chunks()) places.follow(events.rare)
  return places.all
}

/** A strategy that cannot quote a market ends a run at its start. Where the market joins later, the run goes on without it. */
function withoutMisfits({ stanzas, loaded, source }: PortfolioSetup, recording: Recorded, places: Places): PlacedRecording {
  const feeds = Object.keys(loaded.config.feeds)
  const joining = new Set(recording.joining)
  const warnings: string[] = []
  const kept = recording.markets.map((market, index) => {
    const at = places[index] ?? null
    const stanza = at === null ? undefined : stanzas[at]
    const wrong = stanza === undefined ? null : whyNotFor(stanza, market, feeds)
    if (at === null || wrong === null) return at
    if (!joining.has(market.id)) throw complaint(source, ['strategies', at, 'strategy'], wrong)
    warnings.push(`${wrong}: it is not quoted`)
    return null
  })
  return { places: kept, warnings }
}

/** The same for a config whose markets do not depend on when they join, as those of a search. Throws an `ExitError` of code 2. */
export function placesOf(setup: BacktestSetup, recording: Recorded): Places {
  const places = open(setup, recording)
  places.joinAll()
  return places.all
}

function open(setup: BacktestSetup, recording: Recorded): PlacedMarkets {
  expectKnown(setup, recording)
  if (setup.kind === 'run') expectTold(setup)
  const wanted = setup.stanzas.map(({ markets }) => markets)
  // A backtest's own config that wants all of a recording means all: what cannot be traded there is an error of its own.
  return new PlacedMarkets({ recording, wanted, isChoosy: setup.kind === 'run' })
}

/** Markets that are taken in turn, or at a time of their own. */
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

/** Where a strategy's markets stand in the config. */
export const marketsPath = ({ kind }: Pick<BacktestSetup, 'kind'>, stanza: number): readonly (string | number)[] =>
  kind === 'run' ? ['strategies', stanza, 'markets'] : ['markets']

/** What a live venue says of its markets' trade, and no recording. */
const UNTOLD = ['volumeUsdMin', 'spreadTicksMin', 'spreadTicksMax'] as const

function expectTold(setup: BacktestSetup): void {
  for (const [stanza, { markets }] of setup.stanzas.entries()) {
    if (!isFilter(markets)) continue
    const bound = UNTOLD.find(name => markets[name] !== undefined)
    const isRanked = markets.rankBy === 'volume' || markets.rankBy === 'spread'
    if (bound === undefined && !isRanked) continue
    const what =
      'a recording does not tell the volume of 24 hours, nor the spread at which a live run would have asked; name the markets by their ids, or filter by what is recorded: tags, categories, variants, question, rewardRate, secondsLeft'
    throw complaint(setup.source, [...marketsPath(setup, stanza), bound ?? 'rankBy'], what)
  }
}
