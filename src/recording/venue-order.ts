import type { MarketEvent } from '../model/event.js'
import { Timestamp } from '../model/time.js'

/** How much later than another market's event one may arrive and still be put before it, in microseconds of arrival. */
const HOLD = 2_000_000

/**
 * Puts events into venue-time order, one array a venue moment. Those of one market keep their order; where their times run backwards, or
 * lie before `from`, they are moved forwards.
 */
export async function* inVenueOrder(
  groups: AsyncIterable<readonly MarketEvent[]>,
  from: Timestamp = Timestamp.ZERO,
): AsyncGenerator<readonly MarketEvent[]> {
  let held: MarketEvent[] = []
  let told = from
  const take = function* (count: number): Generator<readonly MarketEvent[]> {
    const ready = held.splice(0, count)
    for (let start = 0; start < ready.length; ) {
      told = Timestamp.max(told, ready[start]!.at)
      let end = start + 1
      while (end < ready.length && ready[end]!.at <= told) end++
      yield ready.slice(start, end).map(event => (event.at === told ? event : moved(event, told)))
      start = end
    }
  }
  for await (const group of groups) {
    if (group.length === 0) continue
    held = inOrder(held.concat(group))
    const until = group.at(-1)!.receivedAt - HOLD
    const young = held.findIndex(({ at }) => at > until)
    yield* take(young < 0 ? held.length : young)
  }
  yield* take(held.length)
}

const moved = (event: MarketEvent, at: Timestamp): MarketEvent => ({
  ...event,
  at,
  receivedAt: Timestamp.max(event.receivedAt, at),
})

/** Sorting keeps the order of equals, and most groups are in order already. */
const inOrder = (events: MarketEvent[]): MarketEvent[] =>
  events.every((event, index) => index === 0 || events[index - 1]!.at <= event.at) ? events : events.sort((a, b) => a.at - b.at)
