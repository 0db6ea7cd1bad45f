import type { Market } from '../../model/market.js'
import type { Timestamp } from '../../model/time.js'
import type { CoreCommand, TradingStatus } from '../core/command.js'

/** The core's word for what a recorded market may do. */
export const TRADING: Readonly<Record<Market['trading'], TradingStatus>> = {
  open: 'OPEN',
  'post-only': 'OPEN',
  'cancel-only': 'CANCEL_ONLY',
  closed: 'CLOSED',
}

/** What a new definition of a recorded market comes to on an exchange. */
export type DefinitionCommand = Extract<CoreCommand, { readonly kind: 'tick' | 'trading' | 'resolve' }>

/** What a recorded market's new definition changes on an exchange: its tick, whether there is trading, its result. */
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
