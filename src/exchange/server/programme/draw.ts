import { uniform } from '../prices/price-walk.js'

/** Random numbers of one occurrence of a series, always the same for the same seed, name and number. */
export interface Draw {
  /** 0 < u < 1. Each purpose has its own number, so that adding a draw does not change the others. */
  readonly at: (purpose: number) => number
}

/** The draws of the occurrence of this number. */
export const drawOf = (seed: number, name: string, occurrence: number): Draw => {
  let salt = seed | 0
  for (let index = 0; index < name.length; index++) salt = (Math.imul(salt, 31) + name.charCodeAt(index)) | 0
  return { at: purpose => uniform(salt, occurrence | 0, purpose) }
}

/** Picks an element of a list. */
export const pick = <T>(list: readonly T[], u: number): T | undefined => list[Math.floor(u * list.length)]
