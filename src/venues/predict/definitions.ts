import { concatMap, EMPTY, exhaustMap, from, interval, mergeMap, type Observable } from 'rxjs'
import type { Frame } from '../../model/frame.js'
import type { Market } from '../../model/market.js'
import type { Timestamp } from '../../model/time.js'
import type { Wires } from '../wires/wires.js'

export interface DefinitionsOptions {
  readonly wires: Wires
  /** 0 disables it. */
  readonly everyMs: number
  readonly read: (id: string) => Promise<readonly Frame[]>
  /** Runs a read that only confirms what is known: its failure is reported and does not fail the stream. */
  readonly quietly: <T>(read: () => Promise<T>) => Observable<T>
}

const DEFINITIONS_A_TURN = 4

/** Periodically reads definitions and results, in case no push reported them. */
export function definitions(
  { wires, everyMs, read, quietly }: DefinitionsOptions,
  markets: readonly Market[],
): Observable<Frame> {
  if (everyMs === 0) return EMPTY
  return interval(everyMs, wires.scheduler).pipe(
    exhaustMap(turn =>
      from(dueForReading(wires.clock.now(), markets, turn)).pipe(concatMap(({ id }) => quietly(() => read(id)))),
    ),
    mergeMap(frames => from(frames)),
  )
}

/** Markets past their end first, then one of the others each time, so that every definition is read again eventually. */
function dueForReading(now: Timestamp, markets: readonly Market[], turn: number): readonly Market[] {
  const ended = markets.filter(market => market.endsAt !== null && market.endsAt < now)
  const first = ended.length === 0 ? 0 : (turn * DEFINITIONS_A_TURN) % ended.length
  const next = markets[turn % markets.length]
  const due = ended.slice(first, first + DEFINITIONS_A_TURN)
  return next === undefined || due.includes(next) ? due : [...due, next]
}
