import { keccak } from './keccak.js'

/** What a connected third party may do for an account: the last part of the operation's path, which its signatures include. */
export type ConnectionUse = 'orders' | 'orders/create' | 'orders/cancel' | 'positions'

/** Who lets whom act, on which chain, and since when (Unix milliseconds). */
export interface ConnectionTerms {
  readonly account: string
  readonly signer: string
  readonly chainId: number
  readonly timestamp: number
}

/** The text that an account signs (EIP-191) to let `signer` act for it. Addresses are in lower case. */
export const connectionText = ({ account, signer, chainId, timestamp }: ConnectionTerms): string =>
  connectionWords('Let', { account, signer, chainId, timestamp })

/** The text that an account signs to end the connection. */
export const disconnectionText = (terms: ConnectionTerms): string => connectionWords('No longer let', terms)

const connectionWords = (verb: string, { account, signer, chainId, timestamp }: ConnectionTerms): string =>
  `${verb} ${signer.toLowerCase()} create, list and cancel orders and read positions for ${account.toLowerCase()}.\n\nChain: ${chainId}\nTimestamp: ${timestamp}`

/** One request of a connected party. `data` is the body's `data` as sent. */
export interface ConnectionRequest {
  readonly use: ConnectionUse
  readonly account: string
  readonly chainId: number
  readonly data: unknown
}

/**
 * The digest a connected party signs (EIP-191, as 32 bytes) for one request: keccak-256 of the UTF-8 text of four lines, which are the use, the
 * chain's number, the account in lower case, and `data` as canonical JSON (RFC 8785: no blanks, keys sorted by their UTF-16 code units).
 */
export const connectionDigest = ({ use, account, chainId, data }: ConnectionRequest): Uint8Array =>
  keccak(Buffer.from(`${use}\n${chainId}\n${account.toLowerCase()}\n${canonical(data)}`))

/** JSON.stringify already prints numbers and texts as RFC 8785 requires; only the keys must be sorted. */
const canonical = (value: unknown): string => JSON.stringify(sorted(value))

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]))
}
