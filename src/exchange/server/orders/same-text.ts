/** An address in the letters that were sent, and as accounts are called: in lower case. */
export interface SentAddress {
  readonly text: string
  readonly lower: string
}

const texts = new Map<string, string>()
const addresses = new Map<string, SentAddress>()
/** Of each; then all are forgotten. */
const KNOWN_MAX = 4_096

/** The texts of a wallet's orders are the same letters again and again: the first of them stand for all, so that equal ones are one in memory. */
export const sameText = (text: string): string => known(texts, text, own => own)

/** The same for an address. */
export const sentAddress = (text: string): SentAddress =>
  known(addresses, text, own => ({ text: own, lower: own.toLowerCase() }))

const known = <T>(all: Map<string, T>, text: string, make: (own: string) => T): T => {
  const found = all.get(text)
  if (found !== undefined) return found
  if (all.size >= KNOWN_MAX) all.clear()
  // What was cut out of a body would keep the whole body.
  const own = Buffer.from(text).toString()
  const made = make(own)
  all.set(own, made)
  return made
}
