import type { MarketId } from '../model/ids.js'
import type { MarketFilter, MarketsWanted, RankBy } from '../model/markets-wanted.js'
import type { Timestamp } from '../model/time.js'
import type { SurveyedMarket } from '../venues/venue.js'

/** A market that was chosen. */
export interface Taken {
  /** Index of the strategy in the config. */
  readonly stanza: number
  readonly since: Timestamp
}

/** The result of a choice for one market. */
export interface MarketChoice {
  readonly offer: SurveyedMarket
  /** null: no strategy takes it. */
  readonly stanza: number | null
  /** From 1, among the markets that its strategy could take; null: not ranked. */
  readonly rank: number | null
  /** The reason, for people. */
  readonly why: string
}

interface ChoiceParts {
  readonly offers: readonly SurveyedMarket[]
  /** In the order of the config: if two strategies want a market, the first gets it. */
  readonly wanted: readonly MarketsWanted[]
  /** Wall time. */
  readonly now: Timestamp
  /** Markets chosen before. */
  readonly taken: ReadonlyMap<MarketId, Taken>
}

/** Chooses markets for strategies. The order of the offers does not matter. */
export function chooseMarkets({ offers, wanted, now, taken }: ChoiceParts): readonly MarketChoice[] {
  const choices = new Map<MarketId, MarketChoice>()
  const reasons = new Map<MarketId, string>()
  for (const [stanza, wants] of wanted.entries()) {
    const free = offers.filter(({ market }) => !choices.has(market.id))
    for (const choice of choose(free, wants, { now, stanza, taken, reasons })) choices.set(choice.offer.market.id, choice)
  }
  return offers.map(
    offer =>
      choices.get(offer.market.id) ?? {
        offer,
        stanza: null,
        rank: null,
        why: reasons.get(offer.market.id) ?? 'no strategy wants it',
      },
  )
}

interface Choosing extends Pick<ChoiceParts, 'now' | 'taken'> {
  readonly stanza: number
  /** Why the first strategy that considered a market did not take it. */
  readonly reasons: Map<MarketId, string>
}

function choose(offers: readonly SurveyedMarket[], wants: MarketsWanted, choosing: Choosing): readonly MarketChoice[] {
  const { stanza, now } = choosing
  if (wants === 'all') return offers.map(offer => ({ offer, stanza, rank: null, why: 'all are wanted' }))
  if (isIds(wants)) {
    const named = offers.filter(({ market }) => wants.includes(market.id))
    return named.map(offer => ({ offer, stanza, rank: null, why: 'named in the config' }))
  }
  const ranked = offers.toSorted((a, b) => order(a, b, wants, now))
  const kept = ranked.filter(offer => isKept(offer, wants, choosing))
  const passed = ranked.filter(offer => !kept.includes(offer) && passes(offer, wants, choosing))
  const chosen = [...kept, ...passed]
  const most = wants.max ?? Number.POSITIVE_INFINITY
  for (const [place, offer] of chosen.entries())
    if (place >= most) tell(choosing, offer, `${place + 1} of ${chosen.length} by ${wants.rankBy ?? 'id'}, ${most} are taken`)
  return chosen.slice(0, most).map((offer, place) => ({
    offer,
    stanza,
    rank: place + 1,
    why: kept.includes(offer) ? 'kept since it was taken' : rankWords(offer, wants, now),
  }))
}

const isIds = (wants: MarketsWanted): wants is readonly string[] => Array.isArray(wants)

function isKept({ market }: SurveyedMarket, { keepSeconds = 0 }: MarketFilter, { now, stanza, taken }: Choosing): boolean {
  const before = taken.get(market.id)
  return before?.stanza === stanza && now - before.since < keepSeconds * 1_000_000
}

function passes(offer: SurveyedMarket, filter: MarketFilter, choosing: Choosing): boolean {
  const flaw = flawOf(offer, filter, choosing.now)
  if (flaw !== null) tell(choosing, offer, flaw)
  return flaw === null
}

const tell = ({ reasons }: Choosing, { market }: SurveyedMarket, why: string): void => {
  if (!reasons.has(market.id)) reasons.set(market.id, why)
}

/** Why a market does not match a filter; null: it matches. */
function flawOf(offer: SurveyedMarket, filter: MarketFilter, now: Timestamp): string | null {
  const { market } = offer
  return (
    namedFlaw('tags', filter.tags, market.tags ?? []) ??
    namedFlaw('category', filter.categories, market.category === undefined ? [] : [market.category]) ??
    namedFlaw('variant', filter.variants, market.variant === undefined || market.variant === null ? [] : [market.variant]) ??
    questionFlaw(market.question, filter.question) ??
    boundFlaw('rewardRate', offer, { least: filter.rewardRateMin }, now) ??
    boundFlaw('volume', offer, { least: filter.volumeUsdMin }, now) ??
    boundFlaw('spread', offer, { least: filter.spreadTicksMin, most: filter.spreadTicksMax }, now) ??
    boundFlaw('middle', offer, { least: filter.middleMin, most: filter.middleMax }, now) ??
    boundFlaw('secondsLeft', offer, { least: filter.secondsLeftMin, most: filter.secondsLeftMax }, now)
  )
}

function namedFlaw(what: string, wanted: readonly string[] | undefined, found: readonly string[]): string | null {
  if (wanted === undefined) return null
  const names = new Set(wanted.map(name => name.toLowerCase()))
  if (found.some(name => names.has(name.toLowerCase()))) return null
  return `${what} ${found.length === 0 ? 'unknown' : found.join(', ')}`
}

const questionFlaw = (question: string, part: string | undefined): string | null =>
  part === undefined || question.toLowerCase().includes(part.toLowerCase()) ? null : 'another question'

interface Bounds {
  readonly least?: number | undefined
  readonly most?: number | undefined
}

function boundFlaw(what: RankBy | 'middle', offer: SurveyedMarket, { least, most }: Bounds, now: Timestamp): string | null {
  if (least === undefined && most === undefined) return null
  const value = what === 'middle' ? (offer.middle ?? null) : rankValueOf(what, offer, now)
  if (value === null) return `${what} unknown`
  const found = what === 'middle' ? String(value) : told(value)
  if (least !== undefined && value < least) return `${what} ${found}, at least ${least}`
  return most !== undefined && value > most ? `${what} ${found}, at most ${most}` : null
}

/** The value that a market is ranked by; null: unknown. */
export function rankValueOf(what: RankBy, { market, volumeUsd, spreadTicks }: SurveyedMarket, now: Timestamp): number | null {
  if (what === 'rewardRate') return market.rewards?.pointsPerHour ?? 0
  if (what === 'volume') return volumeUsd
  if (what === 'spread') return spreadTicks
  return market.endsAt === null ? null : (market.endsAt - now) / 1_000_000
}

/** Best first. Unknown values come last; ties are broken by id. */
function order(a: SurveyedMarket, b: SurveyedMarket, { rankBy }: MarketFilter, now: Timestamp): number {
  const [one, other] = rankBy === undefined ? [null, null] : [rankValueOf(rankBy, a, now), rankValueOf(rankBy, b, now)]
  if (one !== other) {
    if (one === null) return 1
    if (other === null) return -1
    return rankBy === 'secondsLeft' ? one - other : other - one
  }
  return compareIds(a.market.id, b.market.id)
}

/** Numeric ids are compared as numbers. */
const compareIds = (a: MarketId, b: MarketId): number => a.length - b.length || (a < b ? -1 : Number(a > b))

function rankWords(offer: SurveyedMarket, { rankBy }: MarketFilter, now: Timestamp): string {
  if (rankBy === undefined) return 'passes the filter'
  const value = rankValueOf(rankBy, offer, now)
  return value === null ? `${rankBy} unknown` : `${rankBy} ${told(value)}`
}

const told = (value: number): string => String(Math.round(value * 100) / 100)
