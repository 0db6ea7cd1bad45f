import { uniform } from '../prices/price-walk.js'

/** Random numbers of one occurrence of a series: the same seed, name and number give the same ones. */
export interface Draw {
  /** 0 < u < 1. Each purpose has its number, so that one more draw changes no other. */
  readonly at: (purpose: number) => number
}

/** The draws of the occurrence of this number. */
export const drawOf = (seed: number, name: string, occurrence: number): Draw => {
  let salt = seed | 0
  for (let index = 0; index < name.length; index++) salt = (Math.imul(salt, 31) + name.charCodeAt(index)) | 0
  return { at: purpose => uniform(salt, occurrence | 0, purpose) }
}

/** One of a list. */
export const pick = <T>(list: readonly T[], u: number): T | undefined => list[Math.floor(u * list.length)]
