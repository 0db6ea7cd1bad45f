/** A block has 2^20 seconds, twelve days. */
const LEVELS = 20
const BLOCK = 2 ** LEVELS
const YEAR_SECONDS = 31_557_600
/** Standard deviation of the ends of blocks, in yearly standard deviations: prices stay near their average. */
const BLOCK_SPREAD = 0.1

/**
 * A random walk that can be read at any second without its past. Its standard deviation over a span is that of a Brownian motion with a standard
 * deviation of one a year. The ends of a block are drawn independently. The seconds between are drawn by halving: each middle is the mean of its
 * ends plus its own draw. So a read takes as many draws as a block has halvings.
 */
export const priceWalk = (seed: number, name: string): ((second: number) => number) => {
  let salt = seed | 0
  for (let index = 0; index < name.length; index++) salt = (Math.imul(salt, 31) + name.charCodeAt(index)) | 0
  const end = (block: number): number => BLOCK_SPREAD * normal(salt, block, 0)
  return second => {
    const block = Math.floor(second / BLOCK)
    let from = 0
    let span = BLOCK
    let left = end(block)
    let right = end(block + 1)
    const place = second - block * BLOCK
    while (place !== from) {
      span /= 2
      const middle = (left + right) / 2 + Math.sqrt(span / 2 / YEAR_SECONDS) * normal(salt, block, from + span)
      if (place >= from + span) {
        left = middle
        from += span
      } else right = middle
    }
    return left
  }
}

/** A standard normal number, always the same for the same three numbers. */
const normal = (salt: number, block: number, place: number): number => {
  const first = uniform(salt, block, place * 2 + 1)
  const second = uniform(salt, block, place * 2 + 2)
  return Math.sqrt(-2 * Math.log(first)) * Math.cos(2 * Math.PI * second)
}

/** 0 < u < 1, always the same for the same three numbers. Mixes with the final steps of MurmurHash3, three times. */
export const uniform = (a: number, b: number, c: number): number => {
  let mixed = 0x9e3779b9
  for (const part of [a, b, c]) {
    mixed = Math.imul(mixed ^ part, 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    mixed ^= mixed >>> 16
  }
  return ((mixed >>> 0) + 0.5) / 4_294_967_296
}
