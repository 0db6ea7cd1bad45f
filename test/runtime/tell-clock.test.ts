import { expect, test } from 'vitest'
import type { Batch } from '../../src/model/batch.js'
import { packEvents } from '../../src/model/columns.js'
import { Timestamp } from '../../src/model/time.js'
import { createClockTeller } from '../../src/runtime/tell-clock.js'

const teller = (limitMs: number | null = 2_000) => {
  const told: string[] = []
  const offsets: number[] = []
  let first = ''
  const tell = createClockTeller({
    limitMs,
    orderLifeSeconds: 30,
    notice: (level, text) => {
      if (first === '') first = text
      else told.push(`${level}: ${text.split(':')[0]}`)
    },
    onOffset: offsetMs => offsets.push(offsetMs),
  })
  const turn = (aheadMs: number | null, wallMs = 0): void => {
    const at = Timestamp.ofSeconds(1)
    const reports = aheadMs === null ? [] : [{ kind: 'offset', aheadUs: aheadMs * 1_000, at, receivedAt: at } as const]
    tell({
      now: at,
      wallOffset: wallMs * 1_000,
      events: packEvents([]),
      from: 0,
      to: 0,
      reports,
      controls: [],
      timer: true,
    } satisfies Batch)
  }
  return { told, turn, offsets, first: () => first }
}

test('a clock that is off is told once for each level, and that it is right again', () => {
  const { told, turn } = teller()
  for (const aheadMs of [0, 249, 250, 260, 240, 2_001, 2_100, 1_900, 190, 0]) turn(aheadMs)
  expect(told).toEqual([
    'warn: the clock of this computer is 250 ms ahead of the venue’s',
    'error: the clock of this computer is 2001 ms ahead of the venue’s',
    'warn: the clock of this computer is 1900 ms ahead of the venue’s',
    'info: the clock of this computer is 190 ms ahead of the venue’s, which is within the limit again',
  ])
})

test('a wall clock that is set counts at once, without another measurement, and only once there was one', () => {
  const { told, turn } = teller()
  turn(null, 3_600_000)
  turn(20, 0)
  turn(null, -3_000)
  turn(null, 0)
  expect(told).toEqual([
    'error: the clock of this computer is 2980 ms behind the venue’s',
    'info: the clock of this computer is 20 ms ahead of the venue’s, which is within the limit again',
  ])
})

test('without a limit a clock is warned of, however far it is off', () => {
  const { told, turn } = teller(null)
  turn(-90_000)
  expect(told).toEqual(['warn: the clock of this computer is 90000 ms behind the venue’s'])
})

test('what was measured first is said with how long orders can live, and each change is passed on', () => {
  const { turn, offsets, first } = teller()
  turn(null, 5_000)
  expect(offsets).toEqual([])
  turn(130)
  expect(first()).toBe(
    'the clock of this computer is 130 ms ahead of the venue’s; if host, network or REST is lost, orders live up to 30.1 s',
  )
  for (const aheadMs of [135, 111, 110, -40]) turn(aheadMs)
  turn(null, 3_000)
  expect(offsets).toEqual([130, 110, -40, 2_960])
})

test('a clock that is behind lets no order live longer', () => {
  const { turn, first } = teller()
  turn(-400)
  expect(first()).toMatch(/400 ms behind the venue’s; .* live up to 30\.0 s$/)
})
