import type { Timestamp } from '../../../model/time.js'
import type { Grants } from '../read-models/grants.js'
import type { SmartAccounts } from '../read-models/smart-accounts.js'
import type { ApiKeys } from './api-keys.js'
import type { RateLimits } from './rate-windows.js'
import type { RevocableLogin } from './revocable-login.js'

/** What decides who a caller is and how often it may call. */
export interface Auth {
  readonly now: () => Timestamp
  /** Keys of clients. */
  readonly keys: ApiKeys
  /** The token of the operator's side. */
  readonly adminKeys: ApiKeys
  readonly login: RevocableLogin
  /** Third parties that act for an account. */
  readonly grants: Grants
  readonly smartAccounts: SmartAccounts
  /** `null` disables rate limiting. */
  readonly limits: RateLimits | null
}
