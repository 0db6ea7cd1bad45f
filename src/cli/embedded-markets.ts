import type { ExchangeOptions } from '../exchange.js'
import type { EmbeddedVenue } from './config-schema.js'

/** What an embedded exchange opens: the rounds of its config, or else the markets that it has by itself. */
export const embeddedMarkets = ({ rounds }: EmbeddedVenue): Pick<ExchangeOptions, 'markets' | 'rounds'> =>
  rounds === undefined ? {} : { rounds, markets: [] }
