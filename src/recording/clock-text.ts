import type { SourceClock } from './venue-clock.js'

/** The offsets of the venue's clocks as text for people. */
export function clockText(clocks: readonly SourceClock[]): string {
  if (clocks.length === 0) return 'not known: too few lines tell both times'
  const ahead = clocks.map(({ aheadUs }) => aheadUs).filter(aheadUs => aheadUs > 0)
  if (ahead.length === 0) return 'not ahead of the recorder’s'
  const [least, most] = [inMs(Math.min(...ahead)), inMs(Math.max(...ahead))]
  const span = least === most ? `${least} ms` : `${least} to ${most} ms`
  const sources = clocks.length === 1 ? '' : ` in ${ahead.length} of ${clocks.length} sources`
  return `ahead of the recorder’s by ${span}${sources}; venue times were set back by that`
}

const inMs = (microseconds: number): string => (microseconds / 1_000).toFixed(1)
