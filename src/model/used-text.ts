/** Larger parts of a limit are not told apart: a limit may be 1e-300. */
const PERCENT_MAX = 1_000

/** How much of a limit is used, for people. */
export const usedText = (percent: number): string =>
  percent > PERCENT_MAX ? `over ${PERCENT_MAX} %` : `${Math.round(percent)} %`
