import { Matching, type Taker } from '../src/exchange/core/matching.js'
import { createRandom } from '../src/exchange/crowd/random.js'
import type { Bench, Row } from './bench.js'
import { interleave } from './rounds.js'

const BUDGET_OPERATIONS = 5e6
/** Operations of one prepared script, so that drawing random numbers is not measured. */
const SCRIPT = 65_536
const SHARE = 1_000_000

/**
 * The book of one market. Four of five operations add a resting order, and remove the oldest of a full book at the same time; the fifth takes. With
 * three hundred orders, and with twenty thousand.
 */
export const bench: Bench = {
  name: 'matching',
  run: async ({ isQuick, note }) => {
    const shallow = createSession({ resting: 300, spread: 20 })
    const deep = createSession({ resting: 20_000, spread: 2_000 })
    const rounds = isQuick ? { rounds: 3, msPerRound: 60 } : { rounds: 11, msPerRound: 300 }
    const times = interleave(
      [
        { name: 'floor', perCall: SCRIPT, call: createFloor() },
        { name: 'shallow', perCall: SCRIPT, call: shallow.run },
        { name: 'deep', perCall: SCRIPT, call: deep.run },
      ],
      rounds,
    )
    note(
      `resting at the end: ${shallow.resting()} shallow, ${deep.resting()} deep; ${shallow.matched() + deep.matched()} orders met`,
    )
    const floor = times.get('floor') ?? Number.NaN
    return [
      row('script alone, no book', floor, null),
      row('shallow book', times.get('shallow') ?? Number.NaN, floor),
      row('deep book', times.get('deep') ?? Number.NaN, floor),
    ]
  },
}

function row(what: string, ns: number, floor: number | null): Row {
  const operations = 1e9 / ns
  const value = { what, value: operations / 1e6, unit: 'M operations/s' }
  if (floor === null) return { ...value, ratio: null, against: null, budget: null, holds: null }
  return {
    ...value,
    ratio: ns / floor,
    against: 'the script alone',
    budget: '>= 5 M/s',
    holds: operations >= BUDGET_OPERATIONS,
  }
}

interface Session {
  /** The whole script once. */
  readonly run: () => void
  readonly resting: () => number
  /** Resting orders that were matched. */
  readonly matched: () => number
}

/** A book with about this many orders: above it, an add removes the oldest. */
function createSession({ resting, spread }: { readonly resting: number; readonly spread: number }): Session {
  const book = new Matching()
  const script = drawScript(spread)
  const alive = new Int32Array(resting)
  const owner = new Int32Array(4 * resting)
  let next = 0
  let met = 0
  const taker: Taker = {
    meet: (handle, _price, offered) => {
      met++
      // Its slot is empty once all of it is matched.
      if (offered === book.sizeOf(handle)) alive[owner[handle] ?? 0] = 0
      return offered
    },
  }
  const add = (lane: 0 | 1, price: number, size: number): void => {
    const old = alive[next] ?? 0
    if (old !== 0) book.remove(old)
    const handle = book.add(lane, price, size)
    alive[next] = handle
    owner[handle] = next
    next = next + 1 === resting ? 0 : next + 1
  }
  const run = (): void => {
    for (let step = 0; step < SCRIPT; step++) {
      const lane = (script.lane[step] ?? 0) === 0 ? 0 : 1
      const size = script.size[step] ?? 0
      if ((script.isTaker[step] ?? 0) === 0) add(lane, script.price[step] ?? 0, size)
      else book.match(lane, 1, size, taker)
    }
  }
  return { run, resting: () => book.count, matched: () => met }
}

interface Script {
  readonly lane: Uint8Array
  readonly isTaker: Uint8Array
  /** As a bid of its lane; the two lanes never cross. */
  readonly price: Int32Array
  readonly size: Float64Array
}

function drawScript(spread: number): Script {
  const random = createRandom(7)
  const script = {
    lane: new Uint8Array(SCRIPT),
    isTaker: new Uint8Array(SCRIPT),
    price: new Int32Array(SCRIPT),
    size: new Float64Array(SCRIPT),
  }
  for (let step = 0; step < SCRIPT; step++) {
    const isTaker = random.uniform() < 0.2
    script.lane[step] = random.uniform() < 0.5 ? 0 : 1
    script.isTaker[step] = isTaker ? 1 : 0
    script.price[step] = 4_990 - Math.floor(random.uniform() * spread)
    script.size[step] = (isTaker ? 1 + Math.floor(random.uniform() * 40) : 10 + Math.floor(random.uniform() * 90)) * SHARE
  }
  return script
}

/** The least possible work: the script is read and summed. */
function createFloor(): () => void {
  const script = drawScript(20)
  let sum = 0
  return () => {
    for (let step = 0; step < SCRIPT; step++)
      sum += (script.price[step] ?? 0) * ((script.lane[step] ?? 0) + (script.isTaker[step] ?? 0)) + (script.size[step] ?? 0)
    if (Number.isNaN(sum)) throw new Error('expected a number')
  }
}
