/** Unit of money in risk's sums: 1e-10 of a collateral unit, exact in a double up to 900,000 units; amounts owed are rounded up. */
export const UNITS = 10_000_000_000
/** The largest value of a limit: sums of money are integer `UNITS` in doubles, exact up to 2^53 / 1e10 = 900,719 USDT. */
export const EXACT_MAX_USDT = 900_000
/** The same unit in wei. */
export const WEI_PER_UNIT = 100_000_000n

/** An amount in `UNITS`, rounded up. */
export const unitsUp = (wei: bigint): number => Number(wei > 0n ? (wei + WEI_PER_UNIT - 1n) / WEI_PER_UNIT : wei / WEI_PER_UNIT)
