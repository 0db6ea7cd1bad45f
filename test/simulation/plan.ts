import type { ExchangeEye } from './exchange-eye.js'
import { Violation } from './judge.js'
import { MARKET_IDS } from './sim-exchange.js'
import { TROUBLES, type Trouble } from './troubles.js'
import { stampOf } from './virtual-time.js'
import { SIGNER, type SimWorld } from './world.js'

/** In seconds: when trouble comes, how long it lasts, and how often all is calm long enough for both sides to agree. */
const FIRST = [3, 8] as const
const PAUSE = [1, 9] as const
const LASTS = [0.3, 18] as const
const STORM = [25, 60] as const
/** A market whose stream missed a change is dark until its stream speaks again, so the crowd goes on for a while. */
const CROWD_RESTS_AFTER = 8
const COMPARE_AFTER = 34
const CALM = 36

const ALL_WEIGHTS = TROUBLES.reduce((sum, { weight }) => sum + weight, 0)

/** Lets trouble come and go as the seed has it, and compares both sides in each calm. */
export class Plan {
  readonly #world: SimWorld
  readonly #ends = new Map<Trouble, () => void>()
  #calmAt = 0

  constructor(world: SimWorld) {
    this.#world = world
  }

  begin(): void {
    const { chance } = this.#world
    this.#calmAt = this.#world.time.now + 1e6 * chance.between(...STORM)
    this.#later(chance.between(...FIRST), () => this.#next())
  }

  #next(): void {
    const { chance, time } = this.#world
    if (time.now >= this.#calmAt) return this.#calm()
    const trouble = this.#draw()
    if (!this.#ends.has(trouble)) this.#strike(trouble)
    this.#later(chance.between(...PAUSE), () => this.#next())
  }

  #strike(trouble: Trouble): void {
    const { chance } = this.#world
    const seconds = chance.between(...LASTS)
    this.#world.tell(`${trouble.name}, ${seconds.toFixed(1)} s`)
    this.#world.count(trouble.name)
    const end = trouble.begin(this.#world, chance)
    this.#ends.set(trouble, end)
    this.#later(seconds, () => this.#end(trouble, end))
  }

  #end(trouble: Trouble, end: () => void): void {
    if (this.#ends.get(trouble) !== end) return
    this.#ends.delete(trouble)
    this.#world.tell(`over: ${trouble.name}`)
    end()
  }

  /** Nothing goes wrong for a while and the crowd rests; a fresh wallet link makes the bot read what lost frames would have told. */
  #calm(): void {
    const world = this.#world
    world.tell('calm')
    for (const [trouble, end] of [...this.#ends]) this.#end(trouble, end)
    this.#later(CROWD_RESTS_AFTER, () => {
      world.exchange.isCrowdThere = false
      for (const link of [...world.links]) if (link.isWallet) link.cut()
    })
    this.#later(COMPARE_AFTER, () => this.#compare())
    this.#later(CALM, () => {
      world.exchange.isCrowdThere = true
      this.begin()
    })
  }

  #compare(): void {
    this.#world.tell('compared')
    this.#world.count('comparisons')
    try {
      expectAgreement(this.#world)
    } catch (error) {
      this.#world.fail(error instanceof Error ? error : new Error(String(error)))
    }
  }

  #draw(): Trouble {
    let place = this.#world.chance.between(0, ALL_WEIGHTS)
    for (const trouble of TROUBLES) {
      place -= trouble.weight
      if (place < 0) return trouble
    }
    return TROUBLES[0]!
  }

  #later(seconds: number, work: () => void): void {
    this.#world.time.after(seconds * 1_000, 'plan', work)
  }
}

/** After a calm both sides have the same money, the same shares and the same orders, and the bot trades. */
function expectAgreement(world: SimWorld): void {
  const { bot, eye } = world
  const session = bot?.session ?? null
  if (session === null || eye === null) throw new Violation('nothing was wrong for a while and still no bot runs')
  const isLinked = [...world.links].some(link => link.isWallet && link.isSound)
  // A link that could not be had several times in a row is asked for ever more rarely.
  if (!isLinked && world.time.now - world.walletEndedAt < REOPENED_WITHIN) return
  const state = session.desk.state()
  const expectEqual = (what: string, here: bigint, there: bigint): void => {
    if (here !== there) throw new Violation(`${what}: the bot has ${here}, the exchange ${there}`)
  }
  if (state.halt !== null) throw new Violation(`halted by ${state.halt.rule}`)
  // Of a failure that was not heard, only time can tell.
  const open = [...state.pending.values()].filter(({ at }) => at > stampOf(world.time.now) - FAILURE_SEEN_WITHIN)
  if (open.length !== state.pending.size) throw new Violation('a fill is believed to be open that ended long ago')
  const unsettled = unsettledOf(eye)
  if (unsettled > open.length) throw new Violation(`the exchange settles ${unsettled} fills, the bot knows of ${open.length}`)
  if (isPayUnknown(world)) return
  expectEqual('cash', state.cash, eye.cash())
  for (const market of session.markets) {
    const held = state.positions.get(market.id)
    const { yes, no } = eye.shares(Number(market.id))
    expectEqual(`YES of ${market.id}`, held?.yes.shares ?? 0n, yes)
    expectEqual(`NO of ${market.id}`, held?.no.shares ?? 0n, no)
  }
  // A snapshot may show that a market has paid before its result is known, and that is booked by name.
  const { adjusted } = state
  if ([...world.exchange.ends.values()].every(({ paidAt }) => paidAt === null))
    expectEqual(`what ${SIGNER.address} got without a fill`, adjusted, START_CASH)
  if (world.time.now - world.booksEndedAt < REOPENED_WITHIN) return
  // A book that moved while its stream was silent is suspect until the stream speaks of it again.
  for (const { market, state: feed } of session.desk.summary().markets)
    if (feed === 'lost') throw new Violation(`the book of market ${market.id} is lost although nothing is wrong`)
}

/** In microseconds: the longest that the gateway waits for the end of a fill, and a little. */
const FAILURE_SEEN_WITHIN = 150_000_000

/** In microseconds: the longest pause between two attempts at a link, and a little. */
const REOPENED_WITHIN = 32_000_000

/** A market has just paid, and the bot reads its definition only now and then. */
const isPayUnknown = ({ exchange, time }: SimWorld): boolean =>
  [...exchange.ends.values()].some(({ paidAt }) => paidAt !== null && time.now < paidAt + PAY_KNOWN_WITHIN)

const PAY_KNOWN_WITHIN = 40_000_000

const START_CASH = 1_000n * 10n ** 18n

const unsettledOf = (eye: ExchangeEye): number => MARKET_IDS.reduce((sum, market) => sum + eye.pending(market), 0)
