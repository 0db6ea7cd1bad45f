/** Fields with the time of an event. The end of an order or a market is not shifted, because it was agreed. */
const TIMES = new Set(['timestamp', 'tsMs', 'updateTimestampMs', 'executedAt', 'createdAt', 'updatedAt', 'resolvedAt'])
/** A number below this counts as seconds: in milliseconds it would be a time before 1973, in seconds one before the year 5138. */
const SECONDS_MAX = 1e11

/** A copy of plain JSON in which the times of events are `byMs` milliseconds later, each in its own form. */
export const shiftedTimes = (value: unknown, byMs: number): unknown => {
  if (Array.isArray(value)) return value.map(one => shiftedTimes(one, byMs))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, TIMES.has(key) ? shiftedTime(one, byMs) : shiftedTimes(one, byMs)]),
  )
}

const shiftedTime = (time: unknown, byMs: number): unknown => {
  if (typeof time === 'number') return time > SECONDS_MAX ? time + byMs : time + Math.trunc(byMs / 1_000)
  return typeof time === 'string' ? shiftedText(time, byMs) : time
}

/** Keeps the number of digits after the second. */
const shiftedText = (text: string, byMs: number): string => {
  const [, second, fraction = ''] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?Z$/.exec(text) ?? []
  if (second === undefined) return text
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'))
  const moved = new Date(Date.parse(`${second}Z`) + milliseconds + byMs).toISOString().slice(0, -1)
  return fraction === ''
    ? `${moved.slice(0, 19)}Z`
    : `${moved.slice(0, 20 + Math.min(3, fraction.length))}${fraction.slice(3)}Z`
}
