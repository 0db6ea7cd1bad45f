/** A seeded stream of numbers; the same seed gives the same stream on every machine. */
export interface Random {
  /** 0 <= u < 1, in steps of 2^-32. */
  uniform(): number
  /** Mean 0, variance 1. */
  normal(): number
  /** Mean 1: the waiting time until the next event, when there is one a unit on average. */
  exponential(): number
}

/** Rounds thrown away at the start, so that seeds close to each other share nothing. */
const WARM_UP = 15

/** The generator sfc32 (Chris Doty-Humphrey), 128 bits of state. `salt` separates streams of one seed. */
export const createRandom = (seed: number, salt = 0): Random => {
  let a = seed | 0
  let b = Math.floor(seed / 4_294_967_296) | 0
  let c = salt | 0
  let counter = 1
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    c |= 0
    return (sum >>> 0) / 4_294_967_296
  }
  for (let round = 0; round < WARM_UP; round++) next()
  return {
    uniform: next,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    exponential: () => -Math.log(1 - next()),
  }
}
