import { EVERY_SPENDER, type MarketKind } from './approvals.js'
import { levelsOf } from './book-reads.js'
import type { Fingerprint } from './fingerprint.js'
import type { MarketState, World } from './world.js'

/** Fingerprint of the whole state, as whole numbers: what happened so far, then every account, open order and book. */
export function stateHash(world: World): string {
  const print = world.fingerprint.copy().wei(world.supply).number(world.lastOrder).number(world.lastMatch)
  print.number(world.settling.delayUs ?? -1).number(world.settling.fails)
  for (const account of world.accounts.values()) {
    print.text(account.id).wei(account.cash).wei(account.reservedCash)
    foldNonces(print, account.nonces)
    print.number(all(account.cashApprovals)).number(all(account.sharesApprovals))
    print.number(account.feeDiscountBps).number(account.microPoints)
    for (const [market, held] of account.holdings)
      print.number(market).wei(held.yes).wei(held.no).wei(held.reservedYes).wei(held.reservedNo)
  }
  for (const { order, remaining, held, unsettled } of world.working.values())
    print.text(order.spec.hash).text(order.status).number(remaining).wei(held).number(unsettled).wei(order.settled)
  for (const market of world.markets.values()) foldMarket(print, market)
  return print.hex()
}

/** One number where all four are the same, and four where they differ. */
function foldNonces(print: Fingerprint, nonces: Readonly<Record<MarketKind, number>>): void {
  const { plain, negRisk, yieldBearing, yieldBearingNegRisk } = nonces
  print.number(plain)
  if (negRisk === plain && yieldBearing === plain && yieldBearingNegRisk === plain) return
  print.number(negRisk).number(yieldBearing).number(yieldBearingNegRisk)
}

/** 1 stands for every contract, and an even number for some of them. */
const all = (bits: number): number => (bits === EVERY_SPENDER ? 1 : bits * 2)

function foldMarket(print: Fingerprint, market: MarketState): void {
  print.number(market.spec.id).number(market.tick).text(market.trading).text(market.status).wei(market.locked)
  print.number(market.result === null ? -1 : market.result * 2).number(market.proposed === null ? -1 : market.proposed * 2)
  print
    .number(market.resolvesAt ?? -1)
    .number(market.rewardAt ?? -1)
    .number(market.spec.endsAt ?? -1)
    .text(market.pausedFrom ?? '')
  for (const side of ['bid', 'ask'] as const)
    for (const level of levelsOf(market, side, Number.POSITIVE_INFINITY)) print.number(level.price).number(level.size)
  for (const id of market.pending.keys()) print.number(id)
  market.crowd?.fold(print)
}
