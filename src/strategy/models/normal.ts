/** The standard normal distribution. */
export const normal = {
  /**
   * The probability of a value at or below `x`. Hart 1968, algorithm 5666, with a continued fraction beyond ±7.07, as in West 2005, "Better approximations to
   * cumulative normal functions". The absolute error is below 1e-15; the relative error of the lower tail is below 1e-13 down to −3 and below 1e-8 down to
   * −37, beyond which the answer is 0.
   */
  cdf: (x: number): number => (x > 0 ? 1 - lowerTail(x) : lowerTail(-x)),
  /** e^(−x² / 2) / √(2π). */
  density: (x: number): number => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI),
} as const

/** From here on the continued fraction is as accurate. */
const FAR = 7.07106781186547
/** Beyond this, the result underflows to 0 in a double. */
const BEYOND = 37

/** The probability of a value below −z, for z of at least 0. */
function lowerTail(z: number): number {
  if (z > BEYOND) return 0
  const exponential = Math.exp((-z * z) / 2)
  if (z >= FAR) return exponential / (Math.sqrt(2 * Math.PI) * (z + 1 / (z + 2 / (z + 3 / (z + 4 / (z + 0.65))))))
  return (exponential * polynomial(NUMERATOR, z)) / polynomial(DENOMINATOR, z)
}

/** Coefficients from the highest power down. */
const NUMERATOR = [
  3.52624965998911e-2, 0.700383064443688, 6.37396220353165, 33.912866078383, 112.079291497871, 221.213596169931,
  220.206867912376,
]
const DENOMINATOR = [
  8.83883476483184e-2, 1.75566716318264, 16.064177579207, 86.7807322029461, 296.564248779674, 637.333633378831,
  793.826512519948, 440.413735824752,
]

function polynomial(coefficients: readonly number[], x: number): number {
  let sum = 0
  for (const coefficient of coefficients) sum = sum * x + coefficient
  return sum
}
