import { expect, test } from 'vitest'
import { constantLatency } from '../../backtest/latency.js'
import { type Compared, compareSchedule, type TheirStory } from '../../bench/peers/compare-schedule.js'
import { type ScheduledOrder, scheduleFrom, scheduleText } from '../../bench/peers/schedule.js'
import type { Decision } from '../../src/model/quote.js'
import type { View } from '../../src/strategy/view.js'
import { after, always, backtest, level, Tape } from '../backtest/try-backtest.js'

const LATENCY = constantLatency({ feedMs: 0, entryMs: 5, answerMs: 5 })
const BOOK = 'ask 0.55 10 / bid 0.50 15'

interface Run {
  readonly orders: readonly ScheduledOrder[]
  /** Compares with what the crate says: `filled 20`, `refused 5`, with the millisecond. */
  readonly compare: (...stories: readonly string[]) => readonly Compared[]
}

/** Our backtest of a made-up tape, whose orders the crate is then said to have treated in some way. */
async function run(tape: Tape, decide: (view: View<unknown>) => Decision): Promise<Run> {
  const chunk = await tape.chunk()
  const [account] = (await backtest(tape, decide, { latency: LATENCY, keepsOrders: true })).accounts
  const orders = scheduleFrom(account!)
  const compare = (...stories: readonly string[]) => {
    const theirs = new Map(stories.map((text, index) => [index + 1, storyOf(text)]))
    return compareSchedule([chunk], orders, theirs)
  }
  return { orders, compare }
}

function storyOf(text: string): TheirStory {
  const [status, ms] = text.split(' ')
  return { status: status as TheirStory['status'], at: after(Number(ms)) }
}

/** Of orders that one of the two filled, and of those without a reason. */
const words = (compared: readonly Compared[]): readonly string[] =>
  compared
    .filter(({ outcome, reason }) => outcome !== 'neither' || reason !== null)
    .map(({ outcome, reason }) => `${outcome}: ${reason ?? 'same'}`)

test('an order that one row fills whole in both is no difference, nor is one that neither fills', async () => {
  const tape = new Tape().book(0, BOOK).print(20, 'bid 0.51 20').wait(40)
  const { orders, compare } = await run(tape, always({ bid: level(0.51, 20), ask: level(0.54, 20) }))
  expect(orders.map(({ side, fills }) => `${side} ${fills.length}`)).toContain('bid 1')
  const bid = orders.findIndex(({ side }) => side === 'bid')
  const compared = compare(...orders.map((_, index) => (index === bid ? 'filled 20' : 'open 5')))
  expect(words(compared)).toEqual(['both: same'])
})

test('a print that is smaller than the order is told as such', async () => {
  const { compare } = await run(new Tape().book(0, BOOK).print(20, 'bid 0.51 8').wait(40), always({ bid: level(0.51, 20) }))
  expect(words(compare('filled 20'))).toEqual(['both: print smaller than the order'])
})

test('a print leaves an order what stood ahead of it', async () => {
  const tape = new Tape().book(0, BOOK).print(20, 'bid 0.50 25').wait(40)
  const { orders, compare } = await run(tape, always({ bid: level(0.5, 20) }))
  expect(orders[0]!.fills.map(({ size }) => size)).toEqual([10_000_000])
  expect(words(compare('filled 20'))).toEqual(['both: print smaller than the order'])
})

test('a level that is smaller than the order is told as such', async () => {
  const { compare } = await run(new Tape().book(0, BOOK).level(20, 'ask 0.51 5').wait(40), always({ bid: level(0.51, 20) }))
  expect(words(compare('filled 20'))).toEqual(['both: level smaller than the order'])
})

test('a row that another order of ours had is told as such', async () => {
  const tape = new Tape().book(0, BOOK).print(20, 'bid 0.51 20').wait(40)
  const { orders, compare } = await run(tape, always({ bid: [level(0.52, 20), level(0.51, 20)] }))
  expect(orders.slice(0, 2).map(({ price }) => price)).toEqual([5_200, 5_100])
  expect(words(compare('filled 20', 'filled 20')).toSorted()).toEqual(['both: same', 'theirs only: one row, several orders'])
})

test('a lot that we took and that comes back within a second does not fill us again', async () => {
  const tape = new Tape().book(0, BOOK).level(20, 'bid 0.52 20').gone(22, 'bid', 0.52).level(40, 'bid 0.52 20').wait(60)
  const { orders, compare } = await run(tape, always({ ask: level(0.52, 20) }))
  expect(orders.map(({ fills }) => fills.length)).toEqual([1, 0])
  expect(words(compare('filled 20', 'filled 40'))).toEqual(['both: same', 'theirs only: taken stays taken'])
})

test('an order that they refuse for a level which we emptied is told as such', async () => {
  const tape = new Tape().book(0, BOOK).level(20, 'bid 0.52 20').print(60, 'ask 0.52 20').wait(80)
  const { orders, compare } = await run(tape, always({ ask: level(0.52, 20) }))
  const resting = orders.filter(({ ended }) => ended !== 'refused')
  expect(resting.map(({ fills }) => fills.length).slice(0, 2)).toEqual([1, 1])
  const stories = orders.map(({ from }, index) => (index === 0 ? 'filled 20' : `refused ${(from - after(0)) / 1_000}`))
  expect(words(compare(...stories)).slice(0, 2)).toEqual(['both: same', 'ours only: refused for what we took'])
})

test('an order does not queue behind what we took of its level', async () => {
  const tape = new Tape().book(0, BOOK).level(20, 'bid 0.52 20').print(60, 'bid 0.52 15').wait(80)
  const { orders, compare } = await run(tape, ({ book, position }) => {
    if (book.state !== 'live') return { kind: 'keep' }
    return position.net < 0 ? book.quote({ bid: level(0.52, 10) }) : book.quote({ ask: level(0.52, 10) })
  })
  expect(orders.map(({ side, fills }) => `${side} ${fills.map(({ size }) => size / 1e6).join(' ')}`).slice(0, 2)).toEqual([
    'ask 10',
    'bid 5',
  ])
  expect(words(compare('filled 20', 'open 35'))).toEqual(['both: same', 'ours only: no queue behind what we took'])
})

test('a print that an older order of ours had shortens no queue', async () => {
  const tape = new Tape().book(0, BOOK).level(20, 'bid 0.50 30').print(60, 'bid 0.50 25').print(70, 'bid 0.50 8').wait(90)
  const { orders, compare } = await run(tape, ({ book, now }) => {
    if (book.state !== 'live') return { kind: 'keep' }
    const size = now < after(20) ? 8 : 20
    return book.quote({ bid: level(0.5, size) })
  })
  expect(orders.slice(0, 2).map(({ size, fills }) => `${size / 1e6} ${fills.length}`)).toEqual(['8 1', '12 0'])
  expect(words(compare('filled 60', 'filled 70'))).toEqual(['both: same', 'theirs only: one row, several orders'])
})

test('where the crate does what its rules do not say, nothing is explained', async () => {
  const { compare } = await run(new Tape().book(0, BOOK).print(20, 'bid 0.51 8').wait(40), always({ bid: level(0.51, 20) }))
  expect(words(compare('filled 40'))).toEqual(['both: unexplained'])
  expect(words(compare('open 5'))).toEqual(['ours only: unexplained'])
})

test('where our backtest fills what its rules do not bring, nothing is explained', async () => {
  const tape = new Tape().book(0, BOOK).print(20, 'bid 0.51 8').wait(40)
  const { orders } = await run(tape, always({ bid: level(0.51, 20) }))
  const [order] = orders
  const more = { ...order!, fills: order!.fills.map(fill => ({ ...fill, size: fill.size + 1 })) }
  const compared = compareSchedule([await tape.chunk()], [more], new Map([[1, storyOf('filled 20')]]))
  expect(words(compared)).toEqual(['both: unexplained'])
  const none = compareSchedule([await tape.chunk()], [{ ...order!, fills: [] }], new Map([[1, storyOf('filled 20')]]))
  expect(words(none)).toEqual(['theirs only: unexplained'])
})

test('a schedule has a line an action, removals before what comes at the same moment', () => {
  const order = { side: 'bid', price: 5_100, size: 15_280_000, ended: 'removed', fills: [] } as const
  const orders = [
    { ...order, id: 1, from: 10, to: 20 },
    { ...order, id: 2, from: 20, to: null, side: 'ask' as const },
    { ...order, id: 3, from: 20, to: 20 },
  ]
  expect(scheduleText(orders)).toBe(
    '10000 submit 1 buy 0.51 15.28\n20000 cancel 1\n20000 submit 2 sell 0.51 15.28\n20000 submit 3 buy 0.51 15.28\n20000 cancel 3\n',
  )
})
