import assert from 'node:assert/strict'
import type { z } from 'zod'
import type { StrategyDefinition } from '../strategy/strategy.js'
import { lintStrategy } from './lint-strategy.js'
import { type ScenarioOptions, scenario } from './scenario.js'
import type { ContractCase } from './venue-contract.js'

/** A strategy to test. */
export interface StrategyOnTrial<S extends z.ZodType> extends ScenarioOptions<S> {
  readonly strategy: StrategyDefinition<S>
  /** Its source file, for the checks of the source. Absent: they are left out. */
  readonly file?: string
  /** Values of the references that it declares, by name. */
  readonly references?: Readonly<Record<string, number>>
}

/**
 * Requirements of every strategy, for any test runner: `for (const { name, run } of strategyContract({ strategy })) test(name, run)`. Profit is not
 * among them.
 */
export const strategyContract = <S extends z.ZodType>(given: StrategyOnTrial<S>): readonly ContractCase[] => {
  const cases: Record<string, () => void> = {
    'answers awkward books without an error, and with valid quotes': () => expectSafe(given),
    'answers the same to the same events, whatever the computer’s clock and random numbers are': () => expectSame(given),
  }
  const { file } = given
  if (file !== undefined)
    cases['reads no clock, sets no timer and draws no random numbers'] = () => assert.deepEqual(lintStrategy(file), [])
  return Object.entries(cases).map(([name, trial]) => ({ name, run: async () => trial() }))
}

const AWKWARD: readonly string[] = [
  '',
  'bid 0.50 10',
  'ask 0.50 10',
  'ask 0.51 1 / bid 0.50 1',
  'ask 0.51 100000 / bid 0.50 0.01',
  'ask 0.02 5 / bid 0.01 5',
  'ask 0.01 5',
  'ask 0.99 5 / bid 0.98 5',
  'bid 0.99 5',
  'ask 0.99 5 / bid 0.01 5',
]
const HELD: readonly ScenarioOptions<z.ZodType>['held'][] = [
  {},
  { yesShares: 1_000 },
  { noShares: 1_000 },
  { yesShares: 5, noShares: 5 },
]

/** Rules that refuse an answer because no valid order can be made of it. Refusals by a limit or a least value depend on parameters instead. */
const FLAWS = new Set(['crossed', 'price', 'size', 'orderMaxShares', 'levelsMax'])

function expectSafe<S extends z.ZodType>(given: StrategyOnTrial<S>): void {
  for (const held of HELD)
    for (const text of AWKWARD) {
      const play = begun({ ...given, held: given.held ?? held ?? {} })
      for (const book of [text, 'ask 0.53 20 / bid 0.50 20', text]) play.book(book).wait(1)
      play.dark().wait(1).book(text).wait(1)
      const flaw = play.refusals.find(({ rule }) => FLAWS.has(rule))
      const where = `on the book "${text}" with ${JSON.stringify(held)}`
      assert.ok(flaw === undefined, `expected valid quotes ${where}, refused by ${flaw?.rule}: ${flaw?.note ?? ''}`)
    }
}

/** Plays the same walk twice, the second time with a constant clock and without randomness, and expects the same quotes at each step. */
function expectSame<S extends z.ZodType>(given: StrategyOnTrial<S>): void {
  const first = walked(given)
  const [now, random] = [Date.now, Math.random]
  try {
    Date.now = () => 0
    Math.random = () => 0
    assert.deepEqual(walked(given), first)
  } finally {
    Date.now = now
    Math.random = random
  }
}

const STEPS = 200

function walked<S extends z.ZodType>(given: StrategyOnTrial<S>): readonly string[] {
  const play = begun(given)
  const said: string[] = []
  let state = 1
  /** An integer below `count`; Lehmer's generator. */
  const draw = (count: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return state % count
  }
  let middle = 50
  for (let step = 0; step < STEPS; step++) {
    middle = Math.max(5, Math.min(95, middle + draw(3) - 1))
    const cents = (price: number): string => (price / 100).toFixed(2)
    play.book(`ask ${cents(middle + 1 + draw(3))} ${10 + draw(90)} / bid ${cents(middle - 1 - draw(3))} ${10 + draw(90)}`)
    if (draw(3) === 0) play.print(`${draw(2) === 0 ? 'bid' : 'ask'} ${cents(middle)} ${1 + draw(20)}`)
    const best = play.resting.split(' / ').find(level => level.startsWith('bid')) ?? ''
    if (best !== '' && draw(10) === 0) play.fill(best)
    if (draw(4) === 0) play.wait(0.25 * (1 + draw(8)))
    said.push(`${step}: ${play.quotes} | ${play.resting}`)
  }
  return said
}

function begun<S extends z.ZodType>(given: StrategyOnTrial<S>): ReturnType<typeof scenario> {
  const play = scenario(given.strategy, given)
  for (const [name, value] of Object.entries(given.references ?? {})) play.reference(name, value)
  return play
}
