import type { Market } from '../model/market.js'
import type { Recording } from '../recording/recording.js'
import type { BacktestSetup } from './backtest-setup.js'
import { complaint } from './config.js'

/**
 * Throws an `ExitError` of code 2 where the chosen markets hold one that nothing can be filled against, or where there is none: a picture of the
 * best prices now and then does not tell who stood in the queue, nor what was traded in between.
 */
export function expectTradable(
  { config, source }: Pick<BacktestSetup, 'config' | 'source'>,
  { markets, references }: Pick<Recording, 'markets' | 'references'>,
  chosen: readonly Market[],
): void {
  if (markets.length === 0) {
    const what =
      'this recording holds reference prices only; import the order books of the markets to be traded together with them'
    throw complaint(source, ['recording'], what)
  }
  const reference = chosen.find(({ id }) => references.includes(id))
  if (reference === undefined) return
  const books = markets.filter(({ id }) => !references.includes(id)).map(({ id }) => id)
  const instead =
    books.length === 0
      ? 'import a recording of its order book'
      : `name the markets to be traded under "markets", of ${books.slice(0, NAMED_MAX).join(', ')}${books.length > NAMED_MAX ? ', …' : ''}`
  const what = `market ${reference.id} is a reference: its best prices were seen now and then, which proves no fill; ${instead}`
  throw complaint(source, [config.markets === 'all' ? 'recording' : 'markets'], what)
}

const NAMED_MAX = 5
