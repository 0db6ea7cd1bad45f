import type { Operation } from './operation.js'

/** What a request may carry: `x-api-key`, a wallet's bearer token, `x-admin-token`. */
export type Credential = 'key' | 'bearer' | 'operator'

const CURRENT = /^\/v1(?:\/|$)/
const CONNECTION = /^\/v1\/oauth\//

/** Whether a path belongs to the revision that requires an API key, if the exchange requires one at all. */
export const isKeyed = (path: string): boolean => CURRENT.test(path)

/** Whether a path accepts a wallet's token in place of the API key. */
export const takesTokenForKey = (path: string): boolean => CONNECTION.test(path)

/** The sets of credentials, one of which a request must carry; an empty set requires none. */
export const credentialsOf = (
  { proof, path }: Operation,
  requiresApiKey: boolean,
): readonly [readonly Credential[], ...(readonly Credential[])[]] => {
  if (proof === 'operator') return [['operator']]
  const own: readonly Credential[] = proof === 'wallet' ? ['bearer'] : []
  if (!requiresApiKey || !isKeyed(path)) return [own]
  return takesTokenForKey(path) ? [['key', ...own], ['bearer']] : [['key', ...own]]
}
