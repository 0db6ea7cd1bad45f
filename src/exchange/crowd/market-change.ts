import type { Market } from '../../model/market.js'
import type { Timestamp } from '../../model/time.js'
import type { CoreCommand, TradingStatus } from '../core/command.js'

/** The trading status of the core for that of a recorded market. */
export const TRADING: Readonly<Record<Market['trading'], TradingStatus>> = {
  open: 'OPEN',
  'post-only': 'OPEN',
  'cancel-only': 'CANCEL_ONLY',
  closed: 'CLOSED',
}

/** A command that a recorded market's changed definition leads to. */
export type DefinitionCommand = Extract<CoreCommand, { readonly kind: 'tick' | 'trading' | 'resolve' }>

/** What a recorded market's changed definition changes on an exchange: tick, trading, result. */
export function marketChange(
  last: Market,
  next: Market,
  where: { readonly at: Timestamp; readonly market: number },
): DefinitionCommand[] {
  const commands: DefinitionCommand[] = []
  if (next.tick !== last.tick) commands.push({ kind: 'tick', ...where, tick: next.tick })
  if (next.trading !== last.trading) commands.push({ kind: 'trading', ...where, status: TRADING[next.trading] })
  if (next.result !== null && last.result === null) commands.push({ kind: 'resolve', ...where, yes: next.result.yes })
  return commands
}
