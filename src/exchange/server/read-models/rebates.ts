import { Wei } from '../../../model/money.js'
import type { CoreEvent, Leg, Match } from '../../core/core-event.js'
import type { Note } from '../log/note.js'
import type { Watcher } from '../log/watcher.js'
import type { Catalog } from './catalog.js'
import { isWallet } from './tape.js'

/** Rebates of takers' fees to makers, by wallet. */
export interface Rebates extends Watcher {
  /** Rebates that were earned and not paid yet. */
  pending(account: string): Wei
  /** Every account that ever earned a rebate. */
  accounts(): Iterable<string>
}

const ALL_BPS = 10_000n

/**
 * A tag says which part of a fee is rebated; if a category has several tags, the largest part at the time of settlement counts. A fee in shares is
 * valued at what the taker paid for the shares. The makers of a match share the rebate in proportion to the fees that their own legs would have
 * paid, each rounded down to the wei.
 */
export const createRebates = (catalog: Pick<Catalog, 'market'>): Rebates => {
  const pending = new Map<string, bigint>()
  const add = (account: string, wei: bigint): void => void pending.set(account, (pending.get(account) ?? 0n) + wei)
  const bpsOf = (market: number): number =>
    Math.max(0, ...(catalog.market(market)?.category.tags.map(tag => tag.makerRebateBps) ?? []))
  return {
    see: (event: CoreEvent) => {
      if (event.kind !== 'settled') return
      for (const { account, wei } of rebatesOf(event.match, bpsOf)) if (isWallet(account)) add(account, wei)
    },
    hear: (note: Note) => {
      if (note.kind === 'rebate-paid') add(note.account, -BigInt(note.wei))
    },
    memory: {
      name: 'rebates',
      save: () => pending,
      load: saved => {
        for (const [account, wei] of saved as ReadonlyMap<string, bigint>) pending.set(account, wei)
      },
    },
    pending: account => Wei.of(pending.get(account) ?? 0n),
    accounts: () => pending.keys(),
  }
}

interface Rebate {
  readonly account: string
  readonly wei: bigint
}

const rebatesOf = ({ market, taker, makers }: Match, bpsOf: (market: number) => number): readonly Rebate[] => {
  if (taker === null || taker.fee.amount === 0n) return []
  const total = (worthOf(taker) * BigInt(bpsOf(market))) / ALL_BPS
  if (total === 0n) return []
  const whole = makers.reduce((sum, maker) => sum + weightOf(maker), 0n)
  return makers.map(maker => ({ account: maker.order.spec.account, wei: (total * weightOf(maker)) / whole }))
}

/** A leg's fee in dollars. */
const worthOf = ({ fee, value, shares }: Leg): bigint => (fee.in === 'cash' ? fee.amount : (fee.amount * value) / shares)

/** Shares times the lesser of the price and its complement, as fees are computed; at least 1. */
const weightOf = ({ value, shares }: Leg): bigint => {
  const rest = shares - value
  const lesser = value < rest ? value : rest
  return lesser > 0n ? lesser : 1n
}
