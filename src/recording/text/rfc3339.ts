import { Timestamp } from '../../model/time.js'

const TEXT = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d\d):(\d\d))$/
const HOUR_US = 3_600_000_000
const MINUTE_US = 60_000_000

/** Parses an RFC 3339 time with its UTC offset, to the microsecond; null if the text is none. */
export function readRfc3339(text: string): Timestamp | null {
  const [, day, time, fraction = '', sign, hours = '0', minutes = '0'] = TEXT.exec(text) ?? []
  if (day === undefined || time === undefined || Number(hours) > 23 || Number(minutes) > 59) return null
  const seconds = Date.parse(`${day}T${time}Z`)
  // `Date` reads an impossible day or hour 24 as the next day, so the round trip is compared.
  if (!Number.isFinite(seconds) || !new Date(seconds).toISOString().startsWith(`${day}T${time}`)) return null
  const offset = (Number(hours) * HOUR_US + Number(minutes) * MINUTE_US) * (sign === '-' ? -1 : 1)
  // Taken from the text: the fraction has none to nine digits, and assuming a fixed length would shift it.
  return Timestamp.of(seconds * 1_000 + Number(fraction.slice(0, 6).padEnd(6, '0')) - offset)
}
