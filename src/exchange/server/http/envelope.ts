import { randomBytes } from 'node:crypto'
import { Timestamp } from '../../../model/time.js'
import type { ApiRefusal } from './refusal.js'

/** The body of an answer that worked. */
export const success = <T>(data: T): { success: true; data: T } => ({ success: true, data })

/** The body of one page of a list; `cursor` goes back as `after`, null on the last page. */
export const page = <T>(
  rows: readonly T[],
  cursor: string | null,
): { success: true; cursor: string | null; data: readonly T[] } => ({
  success: true,
  cursor,
  data: rows,
})

/** The body of a refusal, stamped with the exchange's clock to the nanosecond's digit and a trace of 16 random bytes. */
export const failure = (refusal: ApiRefusal, now: Timestamp): object => ({
  success: false,
  code: refusal.status,
  error: refusal.slug,
  message: refusal.message,
  timestamp: nanoseconds(now),
  trace: randomBytes(16).toString('hex'),
})

/** ISO text with nine digits of a second; the clock knows six, the rest is zero. */
const nanoseconds = (time: Timestamp): string => {
  const micros = String(time % 1_000).padStart(3, '0')
  return `${Timestamp.iso(time).slice(0, -1)}${micros}000Z`
}
