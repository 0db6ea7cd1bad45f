import { describe, expect, it } from 'vitest'
import { createPlayback, type PlaybackOptions } from '../../../src/exchange/crowd/playback.js'
import type { MarketEvent } from '../../../src/model/event.js'
import { MarketIndex } from '../../../src/model/ids.js'
import type { Market } from '../../../src/model/market.js'
import { Price, Size } from '../../../src/model/money.js'
import { plainMarket } from '../../../src/model/plain-market.js'
import { Timestamp } from '../../../src/model/time.js'

const RECORDED = Timestamp.ofSeconds(1_000)
const STARTED = Timestamp.ofSeconds(50_000)
const index = MarketIndex.of(0)

const recorded: Market = { ...plainMarket('OLD'), index }

const stamp = (seconds: number) => {
  const at = Timestamp.add(RECORDED, seconds * 1_000_000)
  return { at, receivedAt: at }
}
const clear = (seconds: number): MarketEvent => ({ ...stamp(seconds), kind: 'clear', market: index })
const level = (seconds: number, side: 'bid' | 'ask', price: number, size: number): MarketEvent => ({
  ...stamp(seconds),
  kind: 'level',
  market: index,
  side,
  price: Price.of(price),
  size: Size.of(size),
  cause: 'unexplained',
})
const trade = (seconds: number): MarketEvent => ({
  ...stamp(seconds),
  kind: 'trade',
  market: index,
  side: 'bid',
  price: Price.of(5_000),
  size: Size.of(7),
})

const RECORDING: readonly (readonly MarketEvent[])[] = [
  [clear(0), level(0, 'bid', 5_000, 10), level(0, 'ask', 5_200, 20)],
  [level(4, 'bid', 5_000, 0), level(4, 'bid', 4_900, 30)],
  [trade(8), level(8, 'ask', 5_200, 5)],
]

const play = (changes: Partial<PlaybackOptions> = {}) =>
  createPlayback({
    open: async function* () {
      yield* RECORDING
    },
    markets: [{ recorded, id: 7 }],
    startedAt: STARTED,
    speed: 1,
    isLoop: false,
    ...changes,
  })

const after = (seconds: number): Timestamp => Timestamp.add(STARTED, seconds * 1_000_000)

const inWords = (commands: Awaited<ReturnType<ReturnType<typeof play>['step']>>): string[] =>
  commands.map(command => {
    if (command.kind === 'crowd-level') return `${command.side} ${command.price} ${command.size}`
    if (command.kind === 'trading') return command.status
    return command.kind
  })

describe('a recording that is played', () => {
  it('shows its first book at once, then each batch at its time', async () => {
    const playback = play()
    expect(inWords(await playback.step(after(0)))).toEqual(['crowd-clear', 'bid 5000 10', 'ask 5200 20'])
    expect(playback.nextDue()).toBe(after(4))
    expect(await playback.step(after(3.9))).toEqual([])
    const rows = await playback.step(after(4))
    expect(inWords(rows)).toEqual(['bid 5000 0', 'bid 4900 30'])
    expect(rows[0]).toMatchObject({ at: after(4), market: 7, cause: 'unexplained' })
  })

  it('runs as fast as it is told', async () => {
    const playback = play({ speed: 4 })
    await playback.step(after(0))
    expect(playback.nextDue()).toBe(after(1))
    expect(inWords(await playback.step(after(1)))).toHaveLength(2)
    expect(() => play({ speed: 0 })).toThrow(/speed/)
    expect(() => play({ speed: Number.NaN })).toThrow(/speed/)
  })

  it('tells prints before the levels they explain, and at its end clears the book and closes', async () => {
    const playback = play()
    await playback.step(after(0))
    expect(inWords(await playback.step(after(60)))).toEqual([
      'bid 5000 0',
      'bid 4900 30',
      'crowd-print',
      'ask 5200 5',
      'crowd-clear',
      'CLOSED',
    ])
    expect(playback.nextDue()).toBeNull()
    expect(await playback.step(after(99))).toEqual([])
  })

  it('shows the book of the moment when it is joined in the middle, without the prints of the past', async () => {
    const playback = play()
    expect(inWords(await playback.step(after(5)))).toEqual(['crowd-clear', 'ask 5200 20', 'bid 4900 30'])
    expect(playback.nextDue()).toBe(after(8))
  })

  it('begins again where it loops, also when it is joined many passes later', async () => {
    const playback = play({ isLoop: true })
    await playback.step(after(0))
    await playback.step(after(8))
    expect(playback.nextDue()).toBe(after(9))
    expect(inWords(await playback.step(after(9)))).toEqual(['crowd-clear', 'bid 5000 10', 'ask 5200 20'])
    const late = play({ isLoop: true })
    expect(inWords(await late.step(after(9 * 1_000 + 5)))).toEqual(['crowd-clear', 'ask 5200 20', 'bid 4900 30'])
    expect(late.nextDue()).toBe(after(9 * 1_000 + 8))
  })

  it('passes on what becomes of a market, and leaves one alone that has ended here', async () => {
    const at = stamp(2)
    const done: Market = { ...recorded, tick: Price.of(10), trading: 'closed', result: { yes: 1, at: at.at } }
    const open = async function* () {
      yield [clear(0)]
      yield [{ ...at, kind: 'market', market: done } as const]
      yield [clear(5)]
    }
    const playback = play({ open })
    await playback.step(after(0))
    expect(await playback.step(after(2))).toEqual([
      { kind: 'tick', at: after(2), market: 7, tick: 10 },
      { kind: 'trading', at: after(2), market: 7, status: 'CLOSED' },
      { kind: 'resolve', at: after(2), market: 7, yes: 1 },
    ])
    const ended = play({ open, markets: [{ recorded, id: null }] })
    expect(await ended.step(after(99))).toEqual([])
  })
})
