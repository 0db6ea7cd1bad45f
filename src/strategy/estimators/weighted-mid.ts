import type { Level } from '../../model/money.js'

/**
 * The mid price of the best levels of both sides, each side's mean price weighted by the other side's size, in 1/10,000: the volume-weighted mid
 * (Cartea, Jaimungal, Penalva, Algorithmic and High-Frequency Trading, 2015) over several levels. With one level a side it is `touch.microprice`.
 * null: a side is empty.
 */
export function weightedMid(bids: readonly Level[], asks: readonly Level[]): number | null {
  const bidSize = sizeOf(bids)
  const askSize = sizeOf(asks)
  if (bidSize === 0 || askSize === 0) return null
  return (meanOf(bids, bidSize) * askSize + meanOf(asks, askSize) * bidSize) / (bidSize + askSize)
}

function sizeOf(levels: readonly Level[]): number {
  let sum = 0
  for (const { size } of levels) sum += size
  return sum
}

function meanOf(levels: readonly Level[], total: number): number {
  let sum = 0
  for (const { price, size } of levels) sum += price * size
  return sum / total
}
