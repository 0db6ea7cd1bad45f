import type { Operation } from '../../src/protocol/api/operation.js'
import { OPERATOR_OPERATIONS } from '../../src/protocol/api/operations-operator.js'
import {
  marketType,
  marketVariant,
  priceFeedProvider,
  resolutionProvider,
  tradingStatus,
} from '../../src/protocol/api/schemas-words.js'
import type { Visitor } from './visitor.js'

const CALL = OPERATOR_OPERATIONS
const DAY_MS = 86_400_000
const TOPICS = ['book', 'trading', 'status', 'trades', 'changed', 'chance', 'category', 'price', 'wallet'] as const

/** Says every word that an operator can say, on markets of its own that no crowd comes to. Throws where one is refused. */
export async function sayEveryWord(operator: Visitor): Promise<void> {
  const done = async (operation: Operation, input: object = {}): Promise<{ readonly id: number; readonly slug: string }> => {
    const { status, body } = await operator.send(operation, input)
    if (status >= 300) throw new Error(`${operation.id} ${JSON.stringify(input)}: ${status} ${JSON.stringify(body)}`)
    return body.data
  }
  const markets: number[] = []
  for (const [index, variant] of marketVariant.options.entries()) {
    const one = <T>(list: readonly T[]): T => list[index % list.length]!
    const words = { marketVariant: variant, variantData: { type: variant, priceFeedProvider: one(priceFeedProvider.options) } }
    const provided = { ...words, resolutionProvider: one(resolutionProvider.options) }
    const { slug } = await done(CALL.createCategory, { slug: `operator-${index}`, title: `Operator ${index}`, ...provided })
    await done(CALL.changeCategory, { slug, ...provided })
    const typed = { ...words, marketType: one(marketType.options) }
    const begins = one(['OPEN', 'MATCHING_NOT_ENABLED', 'CANCEL_ONLY'])
    const question = `Is it ${index}?`
    const { id } = await done(CALL.createMarket, {
      categorySlug: slug,
      question,
      tradingStatus: begins,
      hasCrowd: false,
      ...typed,
    })
    await done(CALL.changeMarket, { id, ...typed })
    markets.push(id)
  }
  const [first, second, third, ...others] = markets
  for (const status of tradingStatus.options) await done(CALL.setTradingStatus, { id: first, tradingStatus: status })
  for (const status of ['PAUSED', 'UNPAUSED', 'REMOVED']) await done(CALL.setMarketStatus, { id: second, status })
  for (const fault of faultsWith({ ticks: third ?? 0, results: others })) await done(CALL.setFault, fault)
  await done(CALL.getFaults)
  await done(CALL.clearFaults)
}

/** Faults that name every word that a fault can have; those that would strike wait for a day and are taken back. */
const faultsWith = ({ ticks, results }: { readonly ticks: number; readonly results: readonly number[] }): readonly object[] => {
  const when = { afterMs: DAY_MS }
  return [
    ...[403, 425, 429, 500, 502, 503, 504].map(status => ({ kind: 'status', status, when })),
    ...['cut', 'row-lost', 'cursor-repeated'].map(how => ({ kind: 'partial-page', how, when })),
    ...TOPICS.map(topic => ({ kind: 'silence', when: { ...when, topic } })),
    ...[2, 3].map(decimalPrecision => ({ kind: 'tick-change', market: ticks, decimalPrecision })),
    ...[0, 0.5, 1].map((yes, index) => ({ kind: 'silent-resolution', market: results[index], yes })),
  ]
}
