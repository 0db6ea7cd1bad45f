import { type Level, Price, Size } from '../model/money.js'
import { type Decision, isList, type Ladder, type Quotes, Take } from '../model/quote.js'
import { LEVELS_MAX } from './desk-options.js'

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/**
 * What a strategy answered, in objects of our own; one for all markets of a desk, rewritten by each `read`. Each field of the answer is read
 * once, so what is checked is what is used: an accessor of a plugin may say something else the next time.
 */
export class Answer {
  kind: Decision['kind'] = 'keep'
  bid: Ladder = null
  ask: Ladder = null
  take: Take | null = null
  readonly #bid: Mutable<Level> = { price: Price.ONE, size: Size.ZERO }
  readonly #ask: Mutable<Level> = { price: Price.ONE, size: Size.ZERO }

  /** Throws a TypeError for what is no answer, and what the answer's own accessors throw. */
  read(answer: Decision): void {
    if (typeof answer !== 'object' || answer === null) throw notAnAnswer(answer)
    const { kind, then } = answer as Decision & { readonly then?: unknown }
    if (typeof then === 'function') {
      swallow(answer)
      throw new TypeError('expected quotes, take, pull or keep, found a promise: decide answers at once')
    }
    if (kind === 'quotes') this.#readQuotes(answer as Partial<Quotes>)
    else if (kind === 'take') this.take = readTake(answer as Partial<Take>)
    else if (kind !== 'pull' && kind !== 'keep') throw notAnAnswer(answer)
    this.kind = kind
  }

  #readQuotes({ bid, ask }: Partial<Quotes>): void {
    this.bid = readSide(bid, this.#bid)
    this.ask = readSide(ask, this.#ask)
  }
}

/** Its rejection comes after the fault is told, and shall not end the run as one that no one caught. */
const swallow = (answer: Decision): void => void new Promise(resolve => resolve(answer)).catch(() => undefined)

const notAnAnswer = (found: unknown): TypeError =>
  new TypeError(`expected quotes, take, pull or keep, found ${Object.prototype.toString.call(found)}`)

/** One level is copied into `level`, a list into a new one: of too many levels one more than are taken, which is a flaw. */
function readSide(target: Ladder | undefined, level: Mutable<Level>): Ladder {
  if (target === null || target === undefined) return null
  if (!isList(target)) return readLevel(target, level)
  const count = Math.min(target.length, LEVELS_MAX + 1)
  const levels: Level[] = []
  for (let i = 0; i < count; i++) levels.push(readLevel(target[i], { price: Price.ONE, size: Size.ZERO }))
  return levels
}

function readLevel(from: Level | undefined, level: Mutable<Level>): Level {
  if (typeof from !== 'object' || from === null) throw new TypeError(`expected a level, found ${typeof from}`)
  const { price, size } = from
  if (typeof price !== 'number' || typeof size !== 'number')
    throw new TypeError(`expected a level of two numbers, found price ${typeof price} and size ${typeof size}`)
  level.price = price
  level.size = size
  return level
}

function readTake({ outcome, side, worst, style }: Partial<Take>): Take {
  if (outcome !== 'yes' && outcome !== 'no') throw new TypeError('expected a take of yes or no')
  if (side !== 'buy' && side !== 'sell') throw new TypeError('expected a take that buys or sells')
  if (style !== 'market' && style !== 'fill-or-kill') throw new TypeError("expected a take of style 'market' or 'fill-or-kill'")
  return Take.of({ outcome, side, worst: readLevel(worst, { price: Price.ONE, size: Size.ZERO }), style })
}
