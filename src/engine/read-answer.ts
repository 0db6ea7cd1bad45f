import type { Level } from '../model/money.js'
import { type Decision, type HaltRequest, isList, type Ladder, type Pull, type Quotes, Take } from '../model/quote.js'
import { Target } from '../strategy/target.js'
import { LEVELS_MAX } from './desk-options.js'

/**
 * A strategy's answer as objects of our own; one for all markets of a desk, rewritten by each `read`. Each field of the answer is read once, so the
 * checked value is the one that is used: an accessor of a plugin may return something else the next time.
 */
export class Answer {
  kind: Decision['kind'] = 'keep'
  readonly bid = new Target()
  readonly ask = new Target()
  take: Take | null = null
  /** Why it pulls or asks for a halt, in its own words; '' if it gave no reason. */
  why = ''

  /** Throws a TypeError for an invalid answer, and whatever the answer's own accessors throw. */
  read(answer: Decision): void {
    if (typeof answer !== 'object' || answer === null) throw notAnAnswer(answer)
    const { kind, then } = answer as Decision & { readonly then?: unknown }
    if (typeof then === 'function') {
      swallow(answer)
      throw new TypeError(
        'expected decide to return quotes, take, pull, keep or halt, found a promise: decide must not be async',
      )
    }
    if (kind === 'quotes') this.#readQuotes(answer as Partial<Quotes>)
    else if (kind === 'take') this.take = readTake(answer as Partial<Take>)
    else if (kind === 'pull' || kind === 'halt') this.why = readWhy(answer as Partial<Pull | HaltRequest>)
    else if (kind !== 'keep') throw notAnAnswer(answer)
    this.kind = kind
  }

  #readQuotes({ bid, ask }: Partial<Quotes>): void {
    readSide(bid, this.bid)
    readSide(ask, this.ask)
  }
}

const readWhy = ({ why }: Partial<Pull | HaltRequest>): string => (typeof why === 'string' ? why : '')

/** Its rejection comes after the fault was reported. It is caught here because an unhandled one would end the process. */
const swallow = (answer: Decision): void => void new Promise(resolve => resolve(answer)).catch(() => undefined)

const notAnAnswer = (found: unknown): TypeError =>
  new TypeError(`expected decide to return quotes, take, pull, keep or halt, found ${foundText(found)}`)

function foundText(found: unknown): string {
  if (typeof found !== 'object') return found === undefined ? 'undefined: a return is missing' : `a ${typeof found}`
  if (found === null) return 'null'
  return Array.isArray(found) ? 'a list' : 'an object of another kind'
}

/** Every turn calls this, so it is one function. */
function readSide(from: Ladder | undefined, target: Target): void {
  if (from === null || from === undefined) target.none()
  else if (isList(from)) target.many(readLevels(from))
  else {
    if (typeof from !== 'object') throw notALevel(from)
    const { price, size } = from
    if (typeof price !== 'number' || typeof size !== 'number') throw notNumbers(price, size)
    target.one(price, size)
  }
}

/** Reads at most one level more than allowed; that one is reported as a flaw. */
function readLevels(from: readonly Level[]): readonly Level[] {
  const count = Math.min(from.length, LEVELS_MAX + 1)
  const levels: Level[] = []
  for (let i = 0; i < count; i++) levels.push(readLevel(from[i]))
  return levels
}

function readLevel(from: Level | undefined): Level {
  if (typeof from !== 'object' || from === null) throw notALevel(from)
  const { price, size } = from
  if (typeof price !== 'number' || typeof size !== 'number') throw notNumbers(price, size)
  return { price, size }
}

const notALevel = (found: unknown): TypeError => new TypeError(`expected a level, found ${typeof found}`)

const notNumbers = (price: unknown, size: unknown): TypeError =>
  new TypeError(`expected a level of two numbers, found price ${typeof price} and size ${typeof size}`)

function readTake({ outcome, side, worst, style }: Partial<Take>): Take {
  if (outcome !== 'yes' && outcome !== 'no') throw new TypeError('expected a take of yes or no')
  if (side !== 'buy' && side !== 'sell') throw new TypeError('expected a take that buys or sells')
  if (style !== 'market' && style !== 'fill-or-kill') throw new TypeError("expected a take of style 'market' or 'fill-or-kill'")
  return Take.of({ outcome, side, worst: readLevel(worst), style })
}
