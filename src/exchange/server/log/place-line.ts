import { Wei } from '../../../model/money.js'
import type { CoreCommand, OrderSpec } from '../../core/command.js'

type Place = Extract<CoreCommand, { readonly kind: 'place' }>

/** Index of each field in a line; index 0 is the time. A new field of orders does not compile until it has an index here. */
const PLACES: Readonly<Record<keyof OrderSpec, number>> = {
  hash: 1,
  account: 2,
  market: 3,
  outcome: 4,
  side: 5,
  strategy: 6,
  shares: 7,
  limit: 8,
  budget: 9,
  expiresAt: 10,
  isPostOnly: 11,
  isFillOrKill: 12,
  selfTradePrevention: 13,
  takesReserved: 14,
}

/**
 * A placed order as a line of the log: an array of its time and its fields, by index. It is the most frequent line, and a template takes a third of
 * the time of `JSON.stringify`.
 */
export const writePlace = ({ at, order }: Place): string => {
  const { hash, market, outcome, side, strategy, budget, expiresAt, selfTradePrevention } = order
  const amounts = `"${order.shares}","${order.limit}",${budget === null ? 'null' : `"${budget}"`}`
  const switches = `${order.isPostOnly},${order.isFillOrKill},"${selfTradePrevention}",${order.takesReserved ?? null}`
  return `[${at},"${hash}",${quoted(order.account)},${market},"${outcome}","${side}","${strategy}",${amounts},${expiresAt},${switches}]`
}

/** Whether a line of the log is a placed order. */
export const isPlaceLine = (line: string): boolean => line.startsWith('[')

/** Reads what `writePlace` wrote; the text is our own, so its shape is trusted. */
export const readPlace = (line: string): Place => {
  const values = JSON.parse(line) as readonly unknown[]
  const told = Object.fromEntries(Object.entries(PLACES).map(([field, place]) => [field, values[place]])) as unknown as Told
  const { shares, limit, budget, takesReserved, ...rest } = told
  const amounts = { shares: Wei.parse(shares), limit: Wei.parse(limit), budget: budget === null ? null : Wei.parse(budget) }
  const order = { ...rest, ...amounts, ...(takesReserved !== null && { takesReserved }) }
  return { kind: 'place', at: values[0] as Place['at'], order }
}

/** An order as JSON has it. */
type Told = Omit<OrderSpec, 'shares' | 'limit' | 'budget' | 'takesReserved'> & {
  readonly shares: string
  readonly limit: string
  readonly budget: string | null
  readonly takesReserved: boolean | null
}

/** Only the account needs escaping: the name of a crowd account may be any text. */
const quoted = (account: string): string => (/^\w*$/.test(account) ? `"${account}"` : JSON.stringify(account))
