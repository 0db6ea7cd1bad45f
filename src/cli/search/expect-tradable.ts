import type { Recording } from '../../recording/columns/recording.js'
import { complaint } from '../config/config.js'
import type { BacktestSetup } from './backtest-setup.js'
import { marketsPath, type Places } from './place-markets.js'

/**
 * Throws an `ExitError` of code 2 if no market was chosen, or if a chosen one is a reference: periodic best prices do not tell who was in the queue
 * or what was traded in between, so orders cannot be filled against them.
 */
export function expectTradable(
  setup: BacktestSetup,
  { markets, references }: Pick<Recording, 'markets' | 'references'>,
  places: Places,
): void {
  const { source } = setup
  if (markets.length === 0) {
    const what =
      'this recording holds reference prices only; import the order books of the markets to be traded together with them'
    throw complaint(source, ['recording'], what)
  }
  const books = markets.filter(({ id }) => !references.includes(id)).map(({ id }) => id)
  if (places.every(place => place === null)) {
    const what = `none of the recording’s ${markets.length} markets is what the strategies want; it has ${named(books)}`
    throw complaint(source, setup.kind === 'run' ? ['strategies'] : ['markets'], what)
  }
  const at = markets.findIndex(({ id }, index) => places[index] !== null && references.includes(id))
  const reference = markets[at]
  if (reference === undefined) return
  const instead =
    books.length === 0
      ? 'import a recording of its order book'
      : `name the markets to be traded under "markets", of ${named(books)}`
  const what = `market ${reference.id} is a reference: its best prices were seen now and then, which proves no fill; ${instead}`
  const isAll = setup.kind === 'backtest' && setup.config.markets === 'all'
  throw complaint(source, isAll ? ['recording'] : marketsPath(setup, places[at] ?? 0), what)
}

const NAMED_MAX = 5

const named = (ids: readonly string[]): string => `${ids.slice(0, NAMED_MAX).join(', ')}${ids.length > NAMED_MAX ? ', …' : ''}`
