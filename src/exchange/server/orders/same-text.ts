/** An address as it was sent, and in lower case, which is the account's id. */
export interface SentAddress {
  readonly text: string
  readonly lower: string
}

const texts = new Map<string, string>()
const addresses = new Map<string, SentAddress>()
/** Most entries of each map; beyond it the map is cleared. */
const KNOWN_MAX = 4_096

/** Returns one string for equal texts: the orders of a wallet repeat the same texts, which memory then holds once. */
export const sameText = (text: string): string => known(texts, text, own => own)

/** The same for addresses. */
export const sentAddress = (text: string): SentAddress =>
  known(addresses, text, own => ({ text: own, lower: own.toLowerCase() }))

const known = <T>(all: Map<string, T>, text: string, make: (own: string) => T): T => {
  const found = all.get(text)
  if (found !== undefined) return found
  if (all.size >= KNOWN_MAX) all.clear()
  // A copy, because a substring would keep the whole body in memory.
  const own = Buffer.from(text).toString()
  const made = make(own)
  all.set(own, made)
  return made
}
