import { VirtualTimeScheduler } from 'rxjs'
import { describe, expect, it } from 'vitest'
import { MarketId, MarketIndex } from '../../src/model/ids.js'
import type { Market } from '../../src/model/market.js'
import type { MarketsWanted } from '../../src/model/markets-wanted.js'
import { Timestamp } from '../../src/model/time.js'
import { followMarkets } from '../../src/runtime/follow-markets.js'
import type { FeedChange, SurveyedMarket } from '../../src/venues/venue.js'
import { market, START } from '../engine/desk-bench.js'

const EVERY_MS = 1_000

/** A venue whose open markets the test sets, and a session that follows it. */
function following(wanted: readonly MarketsWanted[], first: readonly number[]) {
  let ms = 0
  const world = {
    open: first,
    volumes: new Map<number, number>(),
    /** Of the group of each market; 0: it is in none. */
    groupSize: 0,
    results: new Map<string, Market>(),
    held: [] as MarketId[],
    /** Why a market cannot be traded. */
    lacks: new Map<string, string>(),
    fails: false,
  }
  const named = (id: number): Market => ({
    ...market(0),
    ...{ id: MarketId.of(String(id)), question: `q${id}` },
    ...(world.groupSize > 0 && { group: { id: 'g', isNegRisk: true, isExhaustive: false, size: world.groupSize } }),
  })
  const told: string[] = []
  const said: string[] = []
  const follower = followMarkets({
    venue: {
      survey: async (): Promise<readonly SurveyedMarket[]> => {
        if (world.fails) throw new Error('the venue is away')
        return world.open.map(id => ({ market: named(id), volumeUsd: world.volumes.get(id) ?? null, spreadTicks: null }))
      },
      definitions: async ids => ids.map(id => world.results.get(id) ?? named(Number(id))),
    },
    wanted,
    markets: first.map((id, index) => ({ market: { ...named(id), index: MarketIndex.of(index) }, stanza: 0 })),
    everyMs: EVERY_MS,
    clock: { now: () => Timestamp.add(START, ms * 1_000), wallOffset: () => 0 },
    held: () => world.held,
    lacking: async markets => new Map(markets.flatMap(({ id }) => (world.lacks.has(id) ? [[id, world.lacks.get(id)!]] : []))),
    notice: (_, text) => said.push(text),
    // Never run: each look is asked for.
    scheduler: new VirtualTimeScheduler(),
  })
  follower.changes.subscribe(change => told.push(words(change)))
  const left = (...indexes: number[]): void => follower.onTurn({ ...QUIET, left: indexes.map(MarketIndex.of) })
  const look = (afterMs = EVERY_MS): Promise<void> => {
    ms += afterMs
    return follower.look()
  }
  return { world, told, said, left, look, waiting: () => follower.waiting() }
}

const QUIET = {
  ...{ commands: [], refusals: [], halt: null, adjustments: [], faults: [], failures: [] },
  ...{ repeats: [], paid: [], joined: [], left: [], forgotten: [] },
}

function words(change: FeedChange): string {
  if (change.kind === 'join')
    return `join ${change.joins.map(({ market: { id, index }, stanza }) => `${id}@${index}/${stanza}`).join(' ')}`
  if (change.kind === 'tell') return `tell ${change.market.id}@${change.market.index}`
  return `${change.kind} ${change.markets.join(' ')}`
}

describe('a session that follows its markets', () => {
  it('takes in what opens, and lets go of what is over', async () => {
    const { world, told, look } = following(['all'], [1])
    await look()
    expect(told).toEqual([])
    world.open = [1, 2, 3]
    await look()
    world.open = [2]
    await look()
    expect(told).toEqual(['join 2@1/0 3@2/0', 'leave 0 2'])
  })

  it('gives the index of a market that was forgotten to another one, and not before a minute is over', async () => {
    const { world, told, look, left } = following(['all'], [1])
    world.open = [2]
    await look()
    left(0)
    world.open = [2, 3]
    await look()
    world.open = [2, 3, 4]
    await look(60_000)
    expect(told.filter(change => !change.startsWith('tell'))).toEqual([
      'leave 0',
      'join 2@1/0',
      'forget 0',
      'join 3@2/0',
      'join 4@0/0',
    ])
  })

  it('asks for the result of what it left and holds, until it is told', async () => {
    const { world, told, look, left } = following(['all'], [7])
    world.open = []
    world.held = [MarketId.of('7')]
    await look()
    left(0)
    await look()
    world.results.set('7', { ...market(0), id: MarketId.of('7'), result: { yes: 1, at: START } })
    await look()
    await look()
    expect(told).toEqual(['leave 0', 'forget 0', 'tell 7@0'])
  })

  it('tells of the group of each of its markets when the venue adds one to it', async () => {
    const { world, told, look } = following(['all'], [1])
    world.groupSize = 2
    await look()
    world.open = [1, 2]
    await look()
    await look()
    world.groupSize = 3
    await look()
    expect(told).toEqual(['tell 1@0', 'join 2@1/0', 'tell 1@0', 'tell 2@1'])
  })

  it('keeps markets that the config names, whatever is open', async () => {
    const { world, told, look } = following([['1'], 'all'], [1])
    world.open = [2]
    await look()
    expect(told).toEqual(['join 2@1/1'])
  })

  it('rotates by rank, and tells which left and joined', async () => {
    const { world, told, said, look } = following([{ rankBy: 'volume', max: 1 }], [1])
    world.open = [1, 2]
    world.volumes = new Map([
      [1, 5],
      [2, 9],
    ])
    await look()
    expect(told).toEqual(['leave 0', 'join 2@1/0'])
    expect(said).toEqual(['1 market left: 1 (q1)', '1 market joined: 2 (q2)'])
  })

  it('keeps back a market that cannot be traded, says why, and takes it in once it can', async () => {
    const { world, told, said, look, waiting } = following(['all'], [1])
    world.open = [1, 2, 3, 4]
    world.lacks = new Map([
      ['2', 'it lacks an approval'],
      ['4', 'it lacks an approval'],
    ])
    const words = '2 markets are not quoted yet: 2 (q2), 4 (q4): it lacks an approval'
    await look()
    await look()
    expect([told, waiting()]).toEqual([['join 3@1/0'], [words]])
    expect(said.filter(text => text === words)).toHaveLength(1)
    await look(600_000)
    expect(said.filter(text => text === words)).toHaveLength(2)
    world.lacks.clear()
    await look()
    expect([told.at(-1), waiting()]).toEqual(['join 2@2/0 4@3/0', []])
  })

  it('does not say that no market is open while one waits', async () => {
    const { world, said, look, waiting } = following(['all'], [1])
    world.open = [2]
    world.lacks.set('2', 'it lacks an approval')
    await look()
    await look(120_000)
    expect(said.filter(text => text.startsWith('no open market'))).toEqual([])
    world.open = []
    await look(120_000)
    expect(waiting()).toEqual([])
    expect(said.filter(text => text.startsWith('no open market'))).toHaveLength(1)
  })

  it('says once a minute that there is nothing to quote, and goes on after a look that failed', async () => {
    const { world, said, told, look } = following(['all'], [])
    expect(said).toEqual(['no open market is what the config asks for: nothing is quoted until one opens'])
    world.fails = true
    await look()
    expect(said.at(-1)).toBe('a look for markets that opened failed')
    world.fails = false
    world.open = [5]
    await look()
    expect(told).toEqual(['join 5@0/0'])
    expect(said.filter(text => text.startsWith('no open market'))).toHaveLength(1)
  })
})
