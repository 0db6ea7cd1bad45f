/** Money in risk's sums: whole 1e-10 of a collateral unit, exact in a double up to 900,000 units; what is owed is rounded up. */
export const UNITS = 10_000_000_000
/** The most that a limit may be: sums of money are whole `UNITS` in doubles, which are exact up to 2^53 / 1e10 = 900,719 USDT. */
export const EXACT_MAX_USDT = 900_000
