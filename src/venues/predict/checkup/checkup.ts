import type { Signer } from '../../../protocol/sign.js'
import type { FeedTimings } from '../../feed-timings.js'
import type { RateHeaders, Rest } from '../../wires/rest.js'
import type { Wires } from '../../wires/wires.js'
import type { ChainOptions } from '../chain-reads.js'
import type { Session } from '../session.js'

/** What each look at the venue is made with. Its login and its connections are its own. */
export interface Checkup {
  readonly wires: Wires
  readonly timings: FeedTimings
  readonly baseUrl: string
  readonly wsUrl: string
  readonly apiKey: string
  readonly rest: Rest
  readonly session: Session
  readonly signer: Signer
  readonly chain: ChainOptions
  /** What the last answer of a trading route said of the calls that are left; null: none did. */
  readonly rate: () => RateHeaders | null
}
