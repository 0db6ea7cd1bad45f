import type { ApiKeys } from './api-keys.js'
import type { BulletinBoard } from './bulletin-board.js'
import type { Catalog } from './catalog.js'
import type { Floor } from './floor.js'
import type { Login } from './login.js'
import type { Oracle } from './oracle.js'
import type { RateLimits } from './rate-windows.js'
import type { SmartAccounts } from './smart-accounts.js'
import type { Tape } from './tape.js'

/** What every route and topic can reach. */
export interface House {
  readonly floor: Floor
  readonly catalog: Catalog
  readonly tape: Tape
  readonly oracle: Oracle
  readonly bulletins: BulletinBoard
  readonly login: Login
  readonly keys: ApiKeys
  readonly smartAccounts: SmartAccounts
  readonly chainId: number
  /** Drawn once for each data folder: settlement ids of two exchanges never meet. */
  readonly epoch: string
  /** null: nobody counts. */
  readonly limits: RateLimits | null
  /** Tells whoever runs the exchange; never a key, a token or a topic. */
  readonly log: (text: string, fields?: Readonly<Record<string, unknown>>) => void
}
