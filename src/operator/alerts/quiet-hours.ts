/** Daily hours, in a time zone, in which only critical alerts are sent. */
export interface QuietHours {
  /** Minutes after midnight. */
  readonly fromMinute: number
  /** Minutes after midnight; less than `fromMinute` if the hours pass midnight. */
  readonly toMinute: number
  /** A name such as Europe/Berlin or UTC. */
  readonly timeZone: string
}

/** Creates a function that returns whether a time, in ms since the epoch, is in quiet hours. null: there are none. */
export function createQuietClock(hours: QuietHours | null): (atMs: number) => boolean {
  if (hours === null) return () => false
  const { fromMinute, toMinute, timeZone } = hours
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return atMs => {
    const parts = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]))
    const minute = (parts.get('hour') ?? 0) * 60 + (parts.get('minute') ?? 0)
    const isWithinDay = fromMinute <= toMinute
    return isWithinDay ? minute >= fromMinute && minute < toMinute : minute >= fromMinute || minute < toMinute
  }
}

/** Whether this computer knows the time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
