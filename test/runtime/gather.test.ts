import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Batch } from '../../src/model/batch.js'
import { unpackEvent } from '../../src/model/columns.js'
import type { MarketEvent } from '../../src/model/event.js'
import { MarketIndex } from '../../src/model/ids.js'
import { Price, Size } from '../../src/model/money.js'
import { createGather, type TurnInput } from '../../src/runtime/gather.js'
import type { Decoder } from '../../src/venues/venue.js'
import { at } from '../journal/lines.js'

const level = (second: number, price = 5_000): MarketEvent => ({
  kind: 'level',
  at: at(second),
  receivedAt: at(second),
  market: MarketIndex.of(0),
  side: 'bid',
  price: Price.of(price),
  size: Size.SHARE,
  cause: 'added',
})
const frame = (second: number, price?: number): TurnInput => ({
  kind: 'frame',
  frame: { source: 'test', receivedAt: at(second), event: level(second, price) },
})
const report = (second: number): TurnInput => ({
  kind: 'report',
  report: { kind: 'link', state: 'live', at: at(second), receivedAt: at(second) },
})

/** Events pass as they are. */
const decoder: Decoder = { decode: frame => ('event' in frame ? [frame.event] : []) }

interface Seen {
  readonly now: number
  readonly rows: readonly MarketEvent[]
  readonly reports: number
  readonly controls: number
  readonly timer: boolean
}

/** A gather with the event loop in hand: `turn` is its next phase. */
function gathered(consume?: (batch: Batch, take: (input: TurnInput) => void) => void) {
  const work: (() => void)[] = []
  const seen: Seen[] = []
  const gather = createGather({
    decoder,
    wallOffset: () => 0,
    soon: later => work.push(later),
    consume: batch => {
      const { now, events, from, to, reports, controls, timer } = batch
      const rows = Array.from({ length: to - from }, (_, row) => unpackEvent(events, from + row))
      seen.push({ now, rows, reports: reports.length, controls: controls.length, timer })
      consume?.(batch, gather.take)
    },
  })
  const turn = (): void => {
    for (const later of work.splice(0)) later()
  }
  return { gather, seen, turn }
}

describe('one event-loop turn is one batch', () => {
  test('all that came is in it, in order, and the decision waits until the turn is over', () => {
    const { gather, seen, turn } = gathered()
    gather.take(frame(1, 5_000))
    gather.take(report(2))
    gather.take(frame(3, 5_100))
    gather.take({ kind: 'timer', at: at(4) })
    gather.take({ kind: 'control', control: { what: 'pause', who: 'test', at: at(4) } })
    expect(seen).toEqual([])
    turn()
    expect(seen).toEqual([{ now: at(4), rows: [level(1, 5_000), level(3, 5_100)], reports: 1, controls: 1, timer: true }])
  })

  test('an idle turn makes no batch, and a batch carries nothing of the one before', () => {
    const { gather, seen, turn } = gathered()
    gather.take(frame(1))
    turn()
    turn()
    gather.take(report(2))
    turn()
    expect(seen.map(({ rows, reports }) => [rows.length, reports])).toEqual([
      [1, 0],
      [0, 1],
    ])
  })

  test('an answer that comes while a batch is consumed waits for the next', () => {
    const { gather, seen, turn } = gathered((batch, take) => {
      if (batch.reports.length === 0) take(report(9))
    })
    gather.take(frame(1))
    turn()
    turn()
    turn()
    expect(seen.map(({ reports }) => reports)).toEqual([0, 1])
  })

  test('a frame that comes while a batch is consumed keeps its rows for the next', () => {
    const { gather, seen, turn } = gathered((batch, take) => {
      if (batch.now === at(1)) take(frame(9, 5_200))
    })
    gather.take(frame(1))
    turn()
    turn()
    turn()
    expect(seen.map(({ rows }) => rows)).toEqual([[level(1)], [level(9, 5_200)]])
  })
})

test('a flood is many bounded batches, and nothing of it is dropped', () => {
  const { gather, seen, turn } = gathered()
  for (let count = 0; count < 5_000; count++) gather.take(frame(count))
  turn()
  expect(seen.length).toBeGreaterThan(1)
  expect(Math.max(...seen.map(({ rows }) => rows.length))).toBeLessThanOrEqual(1_024)
  expect(seen.flatMap(({ rows }) => rows.map(({ at }) => at))).toEqual(Array.from({ length: 5_000 }, (_, count) => at(count)))
})

test('time never runs backwards, whatever the stamps say', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(100), fc.boolean())), inputs => {
      const { gather, seen, turn } = gathered()
      for (const [second, isEnd] of inputs) {
        gather.take(frame(second))
        if (isEnd) turn()
      }
      turn()
      const times = seen.map(({ now }) => now)
      expect(times).toEqual(times.toSorted((a, b) => a - b))
    }),
  )
})

test('the log sees each input before its batch ends', () => {
  const log: string[] = []
  const work: (() => void)[] = []
  const gather = createGather({
    decoder,
    wallOffset: () => 0,
    soon: later => work.push(later),
    consume: () => log.push('turn'),
    onInput: input => log.push(input.kind),
    onBatchEnd: () => log.push('end'),
  })
  gather.take(frame(1))
  gather.take(report(2))
  work.shift()?.()
  expect(log).toEqual(['frame', 'report', 'turn', 'end'])
})
