import type { Row } from './queue-here.js'
import type { ScheduledOrder } from './schedule.js'

/** Why the engines differ at a row, for the reader. */
export const REASONS = {
  'print smaller than the order':
    'there any print that gets to an order fills it whole; here it gets what the print has left for it',
  'level smaller than the order':
    'there a level that reaches an order fills it whole, whatever it holds; here up to what it holds',
  'one row, several orders':
    'there each order is filled as if it were alone; here orders of ours that stood before it had that row or one before, or part of it',
  'taken stays taken': 'there a displayed level fills each order that comes; here fills of ours had taken of it already',
  'no queue behind what we took':
    'there all that is displayed stands ahead of an order, also what our own fills took of it; here the rest',
  'refused for what we took':
    'there the order is refused because of a level of the other side that our fills had emptied; here it rests',
  unexplained: 'no rule says why',
} as const

export type Reason = keyof typeof REASONS

/** An order at the row where the engines differ. Sizes in millionths. */
export interface Parting {
  readonly order: ScheduledOrder
  readonly row: Row
  /** Of the row's level, before it. */
  readonly taken: number
  /** Size ahead of it here and there, before the row. */
  readonly ahead: number
  readonly front: number
  /** What the row gave each order here. */
  readonly got: ReadonlyMap<number, number>
  readonly isFilledThere: boolean
}

/** The reason of a difference at its first row; `refused` if they refused the order on arrival. */
export function reasonOf(parting: Parting, refused: Reason | null): Reason {
  return parting.isFilledThere ? whyLess(parting) : (refused ?? whyNotThere(parting))
}

/** Changes one rule after the other to theirs: the first that changes the order's shares is the reason. */
function whyLess(parting: Parting): Reason {
  const { order, row, taken, front } = parting
  const shares = parting.got.get(order.id) ?? 0
  const others = othersOf(parting)
  const stood = aheadOf(parting)
  if (offered(parting, stood + others) > shares && taken > 0) return 'taken stays taken'
  if (offered(parting, stood) > shares && others > 0) return 'one row, several orders'
  // A print that one of ours had did not shorten the queue of the next.
  if (stood > front && offered(parting, Math.max(0, front)) > shares) return 'one row, several orders'
  if (row.size - stood >= order.size) return 'unexplained'
  return row.isPrint ? 'print smaller than the order' : 'level smaller than the order'
}

/** A print that was used up by their longer queue. */
function whyNotThere({ row, ahead, front }: Parting): Reason {
  return row.isPrint && front > ahead && front >= row.size ? 'no queue behind what we took' : 'unexplained'
}

/** What a row leaves for the order, after `gone` of it was used. */
const offered = ({ order, row }: Parting, gone: number): number => Math.min(order.size, Math.max(0, row.size - gone))

/** The size ahead of an order that a row reduces first: only for a print at the order's own price. */
const aheadOf = ({ order, row, ahead }: Parting): number => (row.isPrint && order.price === row.price ? ahead : 0)

const othersOf = ({ order, got }: Parting): number =>
  [...got].reduce((sum, [id, shares]) => (id === order.id ? sum : sum + shares), 0)
