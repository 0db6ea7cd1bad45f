import { Timestamp } from '../../../model/time.js'
import type { BodyOf } from '../../../protocol/api/operation.js'
import type { OPERATOR_OPERATIONS } from '../../../protocol/api/operations-operator.js'
import type { RewardTerms } from '../../core/command.js'
import { badRequest, notFound } from '../http/refusal.js'
import type { Note } from '../log/note.js'
import { plainRewards } from '../markets/market-seed.js'
import { freeMarketId, marketEntry, type NewMarket } from '../markets/new-market.js'
import type { Category } from '../read-models/catalog.js'
import { statusOfCategory } from '../rows/category.js'
import { type MarketRow, marketRow } from '../rows/market.js'
import { MARKET_DETAILS, type MarketDetails, said } from '../text/details.js'
import type { MarketText } from '../text/market-text.js'
import { carryOut, command } from '../writes/carry-out.js'
import type { Writes } from '../writes/writes.js'
import { categoryNote, definite, knownCategory, timeOf } from './operator-categories.js'
import { variantOf } from './operator-variants.js'

type Operations = typeof OPERATOR_OPERATIONS
type NewBody = BodyOf<Operations['createMarket']>
type RewardsBody = BodyOf<Operations['setRewards']>
type Outcomes = NewBody['outcomes']

/** Creates a market in an open category. */
export const createMarket = async (writes: Writes, body: NewBody): Promise<MarketRow> => {
  const category = knownCategory(writes, body.categorySlug)
  const status = statusOfCategory(writes.reads, category)
  if (status !== 'OPEN') throw badRequest(`categorySlug: category ${category.slug} is ${status}, nothing trades in it any more`)
  const market = newMarket(writes, category, body)
  expectFreeName(writes, { slug: category.slug, title: market.title, id: null })
  const { id, at } = market
  const made = carryOut(writes, { entries: [marketEntry(market)] })
  // The market exists at once or was refused, and the promise only waits for the disk. So the notes below share its commit.
  const isMade = writes.reads.core.market(id) !== null
  const trading = { kind: 'trading' as const, at, market: id, status: body.tradingStatus }
  const entries = isMade && body.tradingStatus !== 'OPEN' ? [{ command: trading }] : []
  await Promise.all([made, carryOut(writes, { entries, notes: isMade ? endNotes(writes, category, market) : [] })])
  return marketRow(writes.reads, id)
}

const newMarket = (writes: Writes, { marketIds, ...category }: Category, body: NewBody): NewMarket => {
  const at = writes.reads.now()
  const endsAt = timeOf(body.endsAt === undefined ? category.endsAt : body.endsAt)
  if (endsAt !== null && endsAt <= at) throw badRequest('endsAt: must lie in the future')
  const marketVariant = body.marketVariant ?? category.marketVariant
  const variantData = variantOf(
    writes.reads,
    { marketVariant, variantData: body.variantData ?? category.variantData },
    category,
  )
  const outcomeNames = namesOf(body.outcomes, marketVariant === 'CRYPTO_UP_DOWN' ? ['Up', 'Down'] : ['Yes', 'No'])
  const details = said<MarketDetails, keyof MarketDetails>(definite(body), MARKET_DETAILS)
  return {
    id: freeMarketId(writes.reads),
    at,
    question: body.question,
    title: body.title ?? body.question.slice(0, TITLE_MAX),
    description: body.description ?? body.question,
    outcomeNames,
    category,
    place: marketIds.length,
    group: category.isNegRisk ? category.slug : null,
    decimals: body.decimalPrecision,
    feeRateBps: body.feeRateBps,
    endsAt,
    resolvesTo: body.resolvesTo,
    rewards: rewardTerms(plainRewards(0, at, endsAt), body.rewards),
    details: { ...details, ...extrasOf(body.outcomes), marketVariant, variantData },
    isQuiet: !body.hasCrowd,
  }
}

const TITLE_MAX = 400

/** Changes the text of a market; its tokens and numbers stay. */
export const changeMarket = async (
  writes: Writes,
  id: number,
  body: BodyOf<Operations['changeMarket']>,
): Promise<MarketRow> => {
  const known = knownWords(writes, id)
  const { outcomes, ...rest } = definite(body)
  const changed: MarketText = {
    ...known,
    ...rest,
    ...extrasOf(outcomes),
    outcomeNames: namesOf(outcomes, known.outcomeNames),
  }
  expectFreeName(writes, { slug: known.category.slug, title: changed.title, id })
  const words = { ...changed, variantData: variantOf(writes.reads, changed, changed.category) }
  await carryOut(writes, { notes: [{ kind: 'market-words', at: writes.reads.now(), words }] })
  return marketRow(writes.reads, id)
}

/** Sets or moves the end of a market; a category ends with the last of its markets. */
export const setEnd = async (writes: Writes, id: number, body: BodyOf<Operations['setEnd']>): Promise<MarketRow> => {
  const category = knownCategory(writes, knownWords(writes, id).category.slug)
  const market = writes.reads.core.market(id)
  if (market !== null && market.result !== null) throw badRequest(`market ${id} is ${market.status}, its end cannot move`)
  const endsAt = timeOf(body.endsAt)
  const one = { kind: 'end' as const, at: writes.reads.now(), market: id, endsAt }
  await carryOut(writes, { entries: [{ command: one }], notes: endNotes(writes, category, { id, endsAt }) })
  return marketRow(writes.reads, id)
}

/** Sets the rewards of a market. */
export const setRewards = async (writes: Writes, id: number, body: RewardsBody): Promise<MarketRow> => {
  const at = writes.reads.now()
  const market = writes.reads.core.market(id)
  if (market === null) throw notFound('market')
  const terms = rewardTerms(market.spec.rewards ?? plainRewards(0, at, null), body)
  await command(writes, { kind: 'rewards', at, market: id, ...terms })
  return marketRow(writes.reads, id)
}

/** The text of a market. Throws a refusal when there is no such market. */
export const knownWords = ({ reads }: Writes, id: number): MarketText => {
  const words = reads.markets.catalog.market(id)
  if (words === null) throw notFound('market')
  return words
}

const expectFreeName = ({ reads }: Writes, { slug, title, id }: { slug: string; title: string; id: number | null }): void => {
  const taken = reads.markets.catalog.named(slug, title)
  if (taken !== null && taken !== id) throw badRequest(`title: clients would take it for market ${taken} of the same name`)
}

/** The note that moves a category's end, if the last end of its markets moved. */
const endNotes = (writes: Writes, category: Category, moved: { id: number; endsAt: Timestamp | null }): readonly Note[] => {
  const { marketIds, ...words } = category
  const others = marketIds.filter(id => id !== moved.id).map(id => writes.reads.core.market(id)?.spec.endsAt ?? null)
  const ends = [...others, moved.endsAt]
  const last = ends.includes(null) ? null : Timestamp.iso(Timestamp.of(Math.max(...ends.map(Number))))
  return last === words.endsAt ? [] : [categoryNote(writes, { ...words, endsAt: last })]
}

const rewardTerms = (known: RewardTerms, body: RewardsBody): RewardTerms => ({
  spreadThreshold: body.spreadThreshold ?? known.spreadThreshold,
  shareThreshold: body.shareThreshold ?? known.shareThreshold,
  schedule:
    body.schedule?.map(period => ({ ...spanOf(period), microPointsPerHour: micro(period.hourlyRate) })) ?? known.schedule,
  boost: body.boost === undefined ? (known.boost ?? null) : boostOf(body.boost),
})

const boostOf = (boost: NonNullable<RewardsBody['boost']> | null): NonNullable<RewardTerms['boost']> | null =>
  boost === null ? null : { ...spanOf(boost), multiplier: boost.multiplier }

const spanOf = ({ startsAt, endsAt }: { startsAt: string; endsAt: string }): { from: Timestamp; to: Timestamp } => ({
  from: Timestamp.ofMs(Date.parse(startsAt)),
  to: Timestamp.ofMs(Date.parse(endsAt)),
})

/** Whole millionths of a point. */
const micro = (points: number): number => Math.round(points * 1_000_000)

const namesOf = (outcomes: Outcomes, known: MarketText['outcomeNames']): MarketText['outcomeNames'] => {
  if (outcomes === undefined) return known
  const [yes, no] = outcomes
  if (yes.name === no.name) throw badRequest('outcomes: must have two names')
  return [yes.name, no.name]
}

const extrasOf = (outcomes: Outcomes): Pick<MarketText, 'outcomeExtras'> | Record<string, never> => {
  if (outcomes === undefined) return {}
  const [{ name: _yes, ...yes }, { name: _no, ...no }] = outcomes
  return { outcomeExtras: [yes, no] }
}
