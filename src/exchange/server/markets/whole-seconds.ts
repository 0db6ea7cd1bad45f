const DIGITS = 12

/** The seconds of a length that is written in minutes; null: they are not whole. 4.1 minutes are 246 seconds, though a double's product is not. */
export function wholeSeconds(minutes: number): number | null {
  const seconds = Number((minutes * 60).toPrecision(DIGITS))
  return Number.isInteger(seconds) ? seconds : null
}
