import type { Signer } from '../../../protocol/sign.js'
import type { FeedTimings } from '../../feed-timings.js'
import type { RateHeaders, Rest } from '../../wires/rest.js'
import type { Wires } from '../../wires/wires.js'
import type { ChainOptions } from '../chain-reads.js'
import type { WalletLogin } from '../wallet-login.js'

/** What every check needs. A checkup has its own login and connections. */
export interface Checkup {
  readonly wires: Wires
  readonly timings: FeedTimings
  readonly baseUrl: string
  readonly wsUrl: string
  readonly apiKey: string
  readonly rest: Rest
  readonly session: WalletLogin
  readonly signer: Signer
  readonly chain: ChainOptions
  /** Rate limit headers of the last answer of a trading route; null: none had any. */
  readonly rate: () => RateHeaders | null
}
