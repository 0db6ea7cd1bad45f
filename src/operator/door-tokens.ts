import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** The tokens of a door. */
export interface DoorTokens {
  /** By name. */
  readonly all: Readonly<Record<string, string>>
  /** The client of this token; null: the token is invalid. Takes equally long for valid and invalid ones. */
  nameOf(token: string): string | null
  /** A short code that `redeem` exchanges once, within a minute, for the page's token. */
  code(): string
  /** The page's token; null: the code is wrong, too old, or was used. */
  redeem(code: string): string | null
}

/** Clients that every door has. */
const OWN_CLIENTS = ['cli', 'page', 'fleet'] as const

export const CODE_LIFE_MS = 60_000
const CODES_MAX = 20
const TOKEN_BYTES = 32

/** Creates new tokens. */
export function createDoorTokens(clients: readonly string[]): DoorTokens {
  const names = [...new Set([...OWN_CLIENTS, ...clients])]
  const all = Object.fromEntries(names.map(name => [name, secret()]))
  const digests = Object.entries(all).map(([name, token]) => ({ name, digest: digestOf(token) }))
  const codes = new Map<string, number>()
  return {
    all,
    nameOf: token => {
      const given = digestOf(token)
      let found: string | null = null
      // All tokens are compared, so that the duration reveals nothing.
      for (const { name, digest } of digests) if (timingSafeEqual(given, digest)) found = name
      return found
    },
    code: () => {
      const code = secret()
      codes.set(hexOf(code), performance.now() + CODE_LIFE_MS)
      for (const oldest of codes.keys()) if (codes.size > CODES_MAX) codes.delete(oldest)
      return code
    },
    redeem: code => {
      const key = hexOf(code)
      const endsAt = codes.get(key)
      codes.delete(key)
      return endsAt !== undefined && performance.now() < endsAt ? (all['page'] ?? null) : null
    },
  }
}

const secret = (): string => randomBytes(TOKEN_BYTES).toString('base64url')
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()
/** The hash is looked up, so that the duration reveals nothing about the code. */
const hexOf = (text: string): string => digestOf(text).toString('hex')
