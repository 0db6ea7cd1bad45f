/** Units by the last words of names; longer words first. */
const UNITS: readonly (readonly [word: string, unit: string])[] = [
  ['PerRootSecond', 'per root second'],
  ['PerSecond', 'per second'],
  ['PerMinute', 'per minute'],
  ['PerHour', 'per hour'],
  ['PerDay', 'per day'],
  ['PerPoint', 'per point'],
  ['PerDollar', 'per dollar'],
  ['PerTick', 'per tick'],
  ['Ticks', 'ticks'],
  ['Shares', 'shares'],
  ['Usdt', 'USDT'],
  ['Percent', '%'],
  ['Bps', 'basis points'],
  ['Seconds', 's'],
  ['Minutes', 'min'],
  ['Hours', 'h'],
  ['Days', 'days'],
  ['Ms', 'ms'],
]

/** The unit in a parameter's name: `halfSpreadTicks` is in ticks, `usdtPerPoint` in USDT per point. null: the name has none. */
export function unitOf(name: string): string | null {
  const field = name.slice(name.lastIndexOf('.') + 1)
  const found = UNITS.find(([word]) => field.endsWith(word) || field === word.toLowerCase())
  if (found === undefined) return null
  const [word, unit] = found
  if (!word.startsWith('Per')) return unit
  const before = field.slice(0, -word.length)
  const counted = unitOf(before.charAt(0).toUpperCase() + before.slice(1))
  return counted === null ? unit : `${counted} ${unit}`
}
