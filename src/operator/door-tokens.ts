import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Who may come in. */
export interface DoorTokens {
  /** By name. */
  readonly all: Readonly<Record<string, string>>
  /** Whose token this is; null: no one's. Takes as long for a wrong one as for a right one. */
  nameOf(token: string): string | null
  /** A short text that `redeem` takes once, within a minute, for the token of the page. */
  code(): string
  /** The page's token; null: the code is wrong, old, or was used. */
  redeem(code: string): string | null
}

/** The clients that each door has. */
export const OWN_CLIENTS = ['cli', 'page', 'fleet'] as const

export const CODE_LIFE_MS = 60_000
const CODES_MAX = 20
const TOKEN_BYTES = 32

/** Makes new tokens; `nowMs` is monotonic. */
export function createDoorTokens(clients: readonly string[], nowMs: () => number = () => performance.now()): DoorTokens {
  const names = [...new Set([...OWN_CLIENTS, ...clients])]
  const all = Object.fromEntries(names.map(name => [name, secret()]))
  const digests = Object.entries(all).map(([name, token]) => ({ name, digest: digestOf(token) }))
  const codes = new Map<string, number>()
  return {
    all,
    nameOf: token => {
      const given = digestOf(token)
      let found: string | null = null
      // All are compared, so that the time tells nothing of where it stands.
      for (const { name, digest } of digests) if (timingSafeEqual(given, digest)) found = name
      return found
    },
    code: () => {
      const code = secret()
      codes.set(hexOf(code), nowMs() + CODE_LIFE_MS)
      for (const oldest of codes.keys()) if (codes.size > CODES_MAX) codes.delete(oldest)
      return code
    },
    redeem: code => {
      const key = hexOf(code)
      const endsAt = codes.get(key)
      codes.delete(key)
      return endsAt !== undefined && nowMs() < endsAt ? (all['page'] ?? null) : null
    },
  }
}

const secret = (): string => randomBytes(TOKEN_BYTES).toString('base64url')
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()
/** What is looked up is the hash: how long that takes says nothing of the code. */
const hexOf = (text: string): string => digestOf(text).toString('hex')
