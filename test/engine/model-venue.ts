import { cancelRequests } from '../../src/engine/cancel-requests.js'
import { MarketIndex, type OrderId } from '../../src/model/ids.js'
import type { Command, Submit } from '../../src/model/intent.js'
import { type BookSide, inYesTerms } from '../../src/model/money.js'
import type { Timestamp } from '../../src/model/time.js'
import { accepted, type DeskBench, fillOf, rows, type Told } from './desk-bench.js'
import type { Random } from './random-session.js'

const MINUTE_US = 60_000_000
const SECOND_US = 1_000_000
const MINUTE_CALLS = 500
const SECOND_POSTS = 40
/** From the desk to the venue, and as long back, in steps. */
const WAY_STEPS = 1
/** A read of the match rows, as the fill reader makes them. */
const READ_EVERY_MS = 4_000

interface Resting {
  readonly submit: Submit
  readonly side: BookSide
  readonly price: number
}

interface Due {
  readonly at: number
  readonly work: () => void
}

/**
 * A venue of moving books with calendar windows of calls: 500 of the trading routes a minute and 40 POSTs a second. It refuses what is beyond
 * them, fills what the books move through, and judges by itself how long nothing rested where quotes were wanted.
 */
export class ModelVenue {
  readonly refused = { creates: 0, removals: 0 }
  readonly callsByMinute = new Map<number, number>()
  sideSteps = 0
  darkSteps = 0
  readonly #bench: DeskBench
  readonly #random: Random
  readonly #stepMs: number
  readonly #resting = new Map<OrderId, Resting>()
  readonly #mids: number[]
  readonly #queue: Due[] = []
  #reports: Told[] = []
  #second = { at: 0, posts: 0 }
  #step = 0
  #reads = 0
  #toldAt = 0

  constructor(options: { readonly bench: DeskBench; readonly random: Random; readonly stepMs: number }) {
    this.#bench = options.bench
    this.#random = options.random
    this.#stepMs = options.stepMs
    this.#mids = options.bench.markets.map(() => 50)
  }

  /** One step: some books move, what is due arrives, and the desk takes its turn. */
  step(): void {
    this.#step++
    const events = this.#move()
    while ((this.#queue[0]?.at ?? Number.POSITIVE_INFINITY) <= this.#step) this.#queue.shift()?.work()
    if ((this.#step * this.#stepMs) % READ_EVERY_MS === 0) this.#read()
    const reports = this.#reports
    this.#reports = []
    const timer = (this.#step * this.#stepMs) % 250 === 0
    const { commands } = this.#bench.turn({ events, reports, timer, afterMs: this.#stepMs })
    this.#send(commands)
    this.#judge()
  }

  /** Each book moves by a tick about twice in three seconds; what it moves through is filled. */
  #move() {
    const events: ReturnType<typeof rows>[number][] = []
    for (const [index, mid] of this.#mids.entries()) {
      if (this.#random() > this.#stepMs / 1_500) continue
      const next = Math.min(80, Math.max(20, mid + (this.#random() < 0.5 ? -1 : 1)))
      this.#mids[index] = next
      const old = `bid ${(mid - 1) / 100} 0 / ask ${(mid + 1) / 100} 0`
      events.push(...rows(`${old} / bid ${(next - 1) / 100} 100 / ask ${(next + 1) / 100} 100`, index))
      this.#fillThrough(index, next)
    }
    return events
  }

  #fillThrough(index: number, mid: number): void {
    for (const [id, { submit, side, price }] of this.#resting) {
      if (submit.order.market !== MarketIndex.of(index)) continue
      if (side === 'bid' ? price < (mid + 1) * 100 : price > (mid - 1) * 100) continue
      this.#resting.delete(id)
      const fill = fillOf(submit, submit.order.size / 1_000_000)
      this.#answer({ kind: 'matched', fill })
      this.#answer({ kind: 'settled', fill })
    }
  }

  #send(commands: readonly Command[]): void {
    const cancels = commands.filter(command => command.kind === 'cancel')
    for (const orders of cancelRequests(cancels)) this.#later(() => this.#remove(orders as readonly OrderId[]))
    for (const command of commands) if (command.kind === 'submit') this.#later(() => this.#create(command))
  }

  #create(submit: Submit): void {
    if (!this.#count('POST')) {
      this.refused.creates++
      return this.#answer({ kind: 'rejected', order: submit.id, slug: 'rate_limited' })
    }
    const { side, price } = inYesTerms(submit.order)
    this.#resting.set(submit.id, { submit, side, price })
    this.#answer(accepted(submit))
  }

  #remove(orders: readonly OrderId[]): void {
    const isHeard = this.#count('POST')
    if (!isHeard) this.refused.removals++
    for (const order of orders) {
      if (!isHeard) this.#answer({ kind: 'unanswered', order, what: 'cancel' })
      else this.#answer({ kind: 'removal', order, answer: this.#resting.delete(order) ? 'removed' : 'noop' })
    }
  }

  #read(): void {
    this.#reads++
    this.#count('GET')
  }

  #count(method: 'GET' | 'POST'): boolean {
    const now = this.#bench.now + this.#stepMs * 1_000
    const minute = Math.floor(now / MINUTE_US)
    const used = (this.callsByMinute.get(minute) ?? 0) + 1
    this.callsByMinute.set(minute, used)
    this.#tellRate(now, MINUTE_CALLS - used)
    if (used > MINUTE_CALLS || method === 'GET') return used <= MINUTE_CALLS
    const second = Math.floor(now / SECOND_US)
    if (this.#second.at !== second) this.#second = { at: second, posts: 0 }
    return ++this.#second.posts <= SECOND_POSTS
  }

  #tellRate(now: number, remaining: number): void {
    if (remaining > MINUTE_CALLS / 5 && now - this.#toldAt < SECOND_US) return
    this.#toldAt = now
    const seconds = Math.max(1, Math.ceil((MINUTE_US - (now % MINUTE_US)) / SECOND_US))
    const resetsAt = (now + seconds * SECOND_US) as Timestamp
    this.#answer({ kind: 'rate', route: 'trading', remaining: Math.max(0, remaining), resetsAt, reads: this.#reads })
    this.#reads = 0
  }

  #answer(report: Told): void {
    this.#later(() => this.#reports.push(report))
  }

  #later(work: () => void): void {
    this.#queue.push({ at: this.#step + WAY_STEPS, work })
  }

  #judge(): void {
    this.sideSteps += this.#mids.length * 2
    const sides = new Set([...this.#resting.values()].map(({ submit, side }) => `${submit.order.market} ${side}`))
    this.darkSteps += this.#mids.length * 2 - sides.size
  }
}
