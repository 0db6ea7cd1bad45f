import { MarketId } from '../../../model/ids.js'
import type { Market } from '../../../model/market.js'
import { Timestamp } from '../../../model/time.js'
import { marketVariant } from '../../../protocol/api/schemas-words.js'
import type { RewardTerms } from '../../core/command.js'
import type { Reads } from '../read-models/reads.js'
import type { CategoryText, MarketText, Tag, VariantData } from '../text/market-text.js'
import type { Writes } from '../writes/writes.js'
import { plainRewards } from './market-seed.js'
import { freeCategoryId, freeMarketId, marketEntry, type NewMarket, newCategory } from './new-market.js'

/** The markets of an exchange that follow those of a venue. */
export interface LiveMarkets {
  /** Ids of markets that are not closed here. */
  open(): readonly number[]
  /** The venue's ids of markets whose results are not known here yet. */
  owed(): readonly MarketId[]
  /** The id of the market that follows a venue's market; `null`: none does. */
  find(id: MarketId): number | null
  /** Opens a market that follows a venue's market, under the venue's own number if that is free. Throws a RangeError when it is refused. */
  add(market: Market): number
}

/** Creates the list of markets that follow one source. */
export const createLiveMarkets = (writes: Writes, source: string): LiveMarkets => {
  const { reads, sequencer } = writes
  const { catalog } = reads.markets
  const found = new Map<string, number>()
  let seen = -1
  const mine = (): ReadonlyMap<string, number> => {
    if (catalog.revision !== seen)
      for (const { id, live } of catalog.markets()) if (live?.source === source) found.set(live.market, id)
    seen = catalog.revision
    return found
  }
  const coreOf = (id: number) => reads.core.market(id)
  return {
    open: () => [...mine().values()].filter(id => coreOf(id)?.trading !== 'CLOSED'),
    owed: () => [...mine()].flatMap(([name, id]) => (coreOf(id)?.result === null ? [MarketId.of(name)] : [])),
    find: id => mine().get(id) ?? null,
    add: market => {
      const entry = marketEntry(newMarket(reads, source, market))
      const answer = sequencer.take(entry)
      if (answer.kind === 'refused') throw new RangeError(`a market was refused: ${answer.note ?? answer.reason}`)
      const { id } = entry.words
      if (String(id) !== market.id)
        writes.log('a market could not have the number that the venue gives it', { venue: market.id, here: id })
      return id
    },
  }
}

const newMarket = (reads: Reads, source: string, market: Market): NewMarket => {
  const at = reads.now()
  const { category, place } = categoryFor(reads, source, market)
  const { question, tick, takerFeeBps } = market
  // Clients identify the markets of a category by their titles.
  const title = reads.markets.catalog.named(category.slug, question) === null ? question : `${question} (${market.id})`
  return {
    id: ownNumber(reads, market.id) ?? freeMarketId(reads),
    at,
    question,
    title,
    description: question,
    outcomeNames: ['Yes', 'No'],
    category,
    place,
    // No group, because a group's rule needs all its markets, and the crowd may follow only some.
    group: null,
    decimals: tick >= 100 ? 2 : 3,
    feeRateBps: takerFeeBps,
    // The end is shown in its category; the market itself trades for as long as the venue's market does.
    endsAt: null,
    resolvesTo: null,
    rewards: rewardTerms(market, at),
    details: { variantData: variantDataOf(market), marketVariant: variantOf(market) },
    live: { source, market: market.id },
  }
}

/** The venue's own number as an id, if it is free here. */
const ownNumber = ({ markets: { catalog } }: Reads, id: MarketId): number | null => {
  const number = Number(id)
  return /^[1-9]\d{0,14}$/.test(id) && catalog.market(number) === null ? number : null
}

/** The category with the venue's name: that of its other markets, or else a new one. */
const categoryFor = (reads: Reads, source: string, market: Market): Pick<NewMarket, 'category' | 'place'> => {
  const { catalog } = reads.markets
  const slug = market.category ?? `market-${market.id}`
  const known = catalog.category(slug)
  if (known !== null && known.marketIds.some(id => catalog.market(id)?.live?.source === source)) {
    const { marketIds, ...category } = known
    return { category, place: marketIds.length }
  }
  const isNegRisk = market.group?.isNegRisk ?? false
  const category = newCategory({
    id: freeCategoryId(reads),
    at: reads.now(),
    slug: known === null ? slug : `${slug}-${market.id}`,
    title: market.category ?? market.question,
    endsAt: isoOf(market.endsAt),
    details: { description: market.question, isNegRisk, marketVariant: variantOf(market), tags: tagsOf(reads, market) },
  })
  return { category, place: 0 }
}

/** Updates end, rewards and category from the venue's market. Tick, trading and result are set by the crowd. */
export const redefineLive = (writes: Writes, id: number, market: Market): void => {
  const { reads, sequencer } = writes
  const [words, core] = [reads.markets.catalog.market(id), reads.core.market(id)]
  if (words === null || core === null || core.result !== null) return
  const at = reads.now()
  const terms = rewardTerms(market, at)
  if (isOther(core.spec.rewards ?? null, terms, at)) sequencer.take({ command: { kind: 'rewards', at, market: id, ...terms } })
  redescribe(writes, words, market)
}

/** Updates the market's text. */
const redescribe = (writes: Writes, words: MarketText, market: Market): void => {
  const { sequencer } = writes
  const at = sequencer.now()
  const { category } = words
  const onFailure = (error: unknown): void =>
    writes.log('the text of a market could not be updated', { market: words.id, error: String(error) })
  const endsAt = isoOf(market.endsAt)
  const tags = market.tags === undefined ? category.tags : tagsOf(writes.reads, market)
  const isSame = endsAt === category.endsAt && namesOf(tags) === namesOf(category.tags)
  if (!isSame) sequencer.note({ at, kind: 'category', category: { ...category, endsAt, tags } }).catch(onFailure)
  const variantData = variantDataOf(market)
  if (variantData?.startPrice !== words.variantData?.startPrice)
    sequencer.note({ at, kind: 'market-words', words: { ...words, variantData } }).catch(onFailure)
}

const rewardTerms = ({ rewards, endsAt }: Market, at: Timestamp): RewardTerms => {
  const isOver = endsAt !== null && endsAt <= at
  const plain = plainRewards(isOver ? 0 : (rewards?.pointsPerHour ?? 0), at, endsAt)
  if (rewards === null) return plain
  return { ...plain, spreadThreshold: rewards.spreadMax / 10_000, shareThreshold: rewards.sizeMin / 1_000_000 }
}

const isOther = (known: RewardTerms | null, wanted: RewardTerms, at: Timestamp): boolean => {
  const rate = (terms: RewardTerms | null): number =>
    terms?.schedule.find(({ from, to }) => from <= at && at < to)?.microPointsPerHour ?? 0
  if (rate(known) !== rate(wanted)) return true
  if (rate(wanted) === 0) return false
  return known?.spreadThreshold !== wanted.spreadThreshold || known.shareThreshold !== wanted.shareThreshold
}

const variantOf = ({ variant }: Market): CategoryText['marketVariant'] => marketVariant.safeParse(variant).data ?? 'DEFAULT'

const variantDataOf = (market: Market): VariantData | null =>
  market.priceFeed === undefined
    ? null
    : {
        type: variantOf(market),
        priceFeedProvider: null,
        priceFeedId: market.priceFeed.name,
        priceFeedSymbol: null,
        startPrice: market.priceFeed.startPrice,
        endPrice: null,
      }

/** Tags of the same name share one id in the whole exchange. */
const tagsOf = ({ markets: { catalog } }: Reads, { tags = [] }: Market): readonly Tag[] => {
  const known = catalog.tags()
  const last = known.reduce((most, { id }) => Math.max(most, Number(id) || 0), 0)
  return tags.map(
    (name, index) =>
      known.find(tag => tag.name === name) ?? {
        id: String(last + 1 + index),
        name,
        level: 1,
        parentId: null,
        makerRebateBps: 0,
      },
  )
}

const namesOf = (tags: readonly Tag[]): string => JSON.stringify(tags.map(({ name }) => name))

const isoOf = (time: Timestamp | null): string | null => (time === null ? null : Timestamp.iso(time))
