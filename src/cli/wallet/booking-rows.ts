import { Wei } from '../../model/money.js'
import { Timestamp } from '../../model/time.js'
import { exactDigits } from '../../protocol/exact-digits.js'
import type { Booking } from './read-bookings.js'

/** What bookings are added up by. */
const GROUPS = ['day', 'month', 'market'] as const
export type Group = (typeof GROUPS)[number]

/** A booking for programs: decimal strings, ISO times. */
export const bookingRow = ({ at, shares, value, cash, fee, gain, balance, ...named }: Booking) => ({
  at: Timestamp.iso(at),
  what: named.what,
  market: named.market,
  side: named.side,
  outcome: named.outcome,
  shares: exactDigits(shares),
  price: named.what === 'fill' ? priceText(shares, value) : null,
  cash: exactDigits(cash),
  fee: exactDigits(fee),
  gain: exactDigits(gain),
  balance: exactDigits(balance),
  order: named.order,
  key: named.key,
})

/** Value for each share with six digits. */
export function priceText(shares: Wei, value: Wei): string | null {
  if (shares === 0n) return null
  return (Wei.toNumber(value) / Wei.toNumber(shares)).toFixed(6).replace(/0+$/, '').replace(/\.$/, '')
}

/** Sums of bookings by UTC day, UTC month or market, in the order in which each first occurs. Amounts of cash alone are in no market. */
export function sumBookings(bookings: readonly Booking[], by: Group) {
  const sums = new Map<string, Sums>()
  for (const booking of bookings) {
    const name = nameOf(booking, by)
    if (name === null) continue
    const sum = sums.get(name) ?? { fills: 0, shares: 0n, volume: 0n, fee: 0n, gain: 0n, cash: 0n }
    sums.set(name, sum)
    if (booking.what === 'fill') {
      sum.fills++
      sum.shares += booking.shares
      sum.volume += booking.value
    }
    sum.fee += booking.fee
    sum.gain += booking.gain
    sum.cash += booking.cash
  }
  return [...sums].map(([name, { fills, ...amounts }]) => ({ [by]: name, fills: String(fills), ...digitsOf(amounts) }))
}

interface Sums {
  fills: number
  shares: bigint
  volume: bigint
  fee: bigint
  gain: bigint
  cash: bigint
}

const digitsOf = (amounts: Omit<Sums, 'fills'>): Record<keyof Omit<Sums, 'fills'>, string> => ({
  shares: exactDigits(Wei.of(amounts.shares)),
  volume: exactDigits(Wei.of(amounts.volume)),
  fee: exactDigits(Wei.of(amounts.fee)),
  gain: exactDigits(Wei.of(amounts.gain)),
  cash: exactDigits(Wei.of(amounts.cash)),
})

function nameOf({ at, market }: Booking, by: Group): string | null {
  if (by === 'market') return market
  return Timestamp.iso(at).slice(0, by === 'day' ? 10 : 7)
}
