import { createCore } from '../../src/exchange/core/core.js'
import { createSyntheticCrowd } from '../../src/exchange/crowd/synthetic.js'
import { USUAL_LIMITS } from '../../src/exchange/server/auth/rate-windows.js'
import { coreOptions, keptRules } from '../../src/exchange/server/log/rules.js'
import { openStore, type Store } from '../../src/exchange/server/log/store.js'
import type { Watcher } from '../../src/exchange/server/log/watcher.js'
import { fundOnce, openMarkets } from '../../src/exchange/server/markets/first-start.js'
import type { MarketSeed } from '../../src/exchange/server/markets/market-seed.js'
import { type OpenExchange, openExchange } from '../../src/exchange/server/open-exchange.js'
import { createOpenSignatures } from '../../src/exchange/server/signatures/open-signatures.js'
import type { Clock } from '../../src/model/time.js'
import type { Chance } from './chance.js'
import { jumpyValue } from './jumpy-value.js'
import { openRestDoor, type RestDoor, type SimAnswer, type SimRequest } from './rest-door.js'
import { type FarEnd, type NearEnd, openStreamDoor, type StreamDoor } from './stream-door.js'
import { type Owner, stampOf, type VirtualTime, virtualTimers } from './virtual-time.js'

export const API_KEY = 'simulated-key'
export const CHAIN_ID = 97
export const MARKET_IDS = [1_001, 1_002, 1_003] as const

export interface SimExchangeOptions {
  readonly time: VirtualTime
  readonly chance: Chance
  readonly seed: number
  /** Gets money at the first start. */
  readonly wallet: string
  /** Sees each event of a new life, from the first one of the whole history on. */
  readonly onlooker: () => Watcher
}

const CROWD_EVERY_MS = 200
const PULSE_MS = 1_000

/** The whole server room of the exchange in this process, on one store, with a crowd; it can be killed and started again. */
export class SimExchange {
  /** null: it is down. */
  open: OpenExchange | null = null
  /** Requests and wishes that are being answered: some wait for the computer's own cryptography. */
  busy = 0
  /** Changes with each life. */
  life: Owner = { isAlive: false }
  isCrowdThere = true
  readonly value
  /** Markets that end, and when they have paid. */
  readonly ends = new Map<number, { readonly at: number; paidAt: number | null }>()
  readonly #options: SimExchangeOptions
  readonly #store: Store = openStore(':memory:')
  readonly #crowd
  readonly #clock: Clock
  #door: RestDoor | null = null
  #stream: StreamDoor | null = null

  constructor(options: SimExchangeOptions) {
    this.#options = options
    const { time, seed } = options
    this.#clock = { now: () => stampOf(time.now) }
    for (const key of ['tokenSecret', 'epoch']) this.#store.write(key, '5eed'.repeat(key === 'epoch' ? 4 : 16))
    this.#crowd = createSyntheticCrowd({ seed, noiseASecond: 0.6 })
    this.value = jumpyValue(options.chance)
    for (const id of MARKET_IDS) this.#crowd.join(id, this.value.of(id))
    if (options.chance.hits(ENDING_SHARE)) this.#endLast(options.chance)
  }

  #endLast(chance: Chance): void {
    const { time } = this.#options
    const inMs = Math.round(60_000 * chance.between(...ENDS_IN_MINUTES))
    this.ends.set(LAST, { at: time.now + inMs * 1_000, paidAt: null })
    const yes = chance.pick([0, 1] as const)
    time.after(inMs + chance.between(500, 20_000), 'market pays', () => void this.#pay(yes))
  }

  /** A start, the first one or another one on the same store. */
  start(): void {
    const { time, wallet, seed, onlooker } = this.#options
    const life = { isAlive: true }
    this.life = life
    const log = (): void => undefined
    const rules = keptRules(this.#store, { seed, settlementMs: 1_500, settlementFailPercent: 0, takerDelayMs: 0 }, log)
    const open = openExchange({
      openCore: state => createCore({ ...coreOptions(rules), rewardEveryUs: 3_600_000_000 }, state),
      store: this.#store,
      chainId: CHAIN_ID,
      apiKey: API_KEY,
      adminToken: 'simulated-operator',
      requireApiKey: true,
      limits: USUAL_LIMITS,
      smartAccounts: [],
      clock: this.#clock,
      timers: virtualTimers(time, life),
      onlookers: [onlooker()],
      signatures: createOpenSignatures({ log, startThread: () => null }),
      log,
    })
    this.open = open
    this.#door = openRestDoor(open)
    this.#stream = openStreamDoor({ open, timers: virtualTimers(time, life), during: work => this.#during(work) })
    void this.#furnish(open, wallet)
    this.#every(CROWD_EVERY_MS, 'crowd', () => this.#act())
    this.#every(PULSE_MS, 'pulse', () => open.pushes.pulse())
  }

  /** A kill: what was not written is lost, every connection breaks. */
  kill(): void {
    this.life.isAlive = false
    this.open = null
    this.#door = null
    this.busy = 0
    this.#stream?.breakAll()
    this.#stream = null
  }

  /** Answers one request; rejects where the exchange dies over it. */
  async answer(request: SimRequest): Promise<SimAnswer> {
    const door = this.#door
    if (door === null) throw new Error('the exchange is down')
    return this.#during(() => door(request))
  }

  /** Lets a link in. null: it is down, or the key is wrong. */
  connect(key: string | undefined, far: FarEnd): NearEnd | null {
    return key === API_KEY ? (this.#stream?.open(far) ?? null) : null
  }

  /** What an operator or the chain does. */
  command(command: Parameters<OpenExchange['writes']['sequencer']['apply']>[0]['command']): void {
    this.open?.writes.sequencer.apply({ command }).catch(() => undefined)
  }

  #seeds(): readonly MarketSeed[] {
    return MARKET_IDS.map((id, index) => {
      const end = this.ends.get(id)
      return {
        question: `Will it be number ${index + 1}?`,
        endsInMinutes: end === undefined ? null : (end.at - this.#options.time.now) / 60e6,
        decimals: index === 1 ? 3 : 2,
        isNegRisk: index === 2,
      }
    })
  }

  /** Every login that was given is worth nothing any more. */
  expireLogins(): void {
    this.open?.auth.login.revokeAll()
    this.open?.pushes.followers.expire(stampOf(1e17))
  }

  /** Some time behind its end the last market pays. */
  async #pay(yes: 0 | 1): Promise<void> {
    const { open } = this
    const end = this.ends.get(LAST)
    if (open === null || end === undefined)
      return void this.#options.time.after(1_000, 'market pays', () => void this.#pay(yes))
    end.paidAt = this.#options.time.now
    this.command({ kind: 'resolve', at: open.writes.sequencer.now(), market: LAST, yes })
  }

  async #furnish({ writes }: OpenExchange, wallet: string): Promise<void> {
    await fundOnce(writes, { address: wallet, usdt: '1000' })
    await openMarkets(
      writes,
      () => this.#seeds(),
      unborn => unborn.map(() => null),
    )
  }

  #act(): void {
    const sequencer = this.open?.writes.sequencer
    if (sequencer === undefined || !this.isCrowdThere) return
    for (const command of this.#crowd.step(sequencer.now(), sequencer.core)) sequencer.apply({ command }).catch(() => undefined)
  }

  async #during<T>(work: () => Promise<T>): Promise<T> {
    const { life } = this
    this.busy += 1
    try {
      return await work()
    } finally {
      if (life.isAlive) this.busy -= 1
    }
  }

  #every(ms: number, name: string, work: () => void): void {
    const { time } = this.#options
    const { life } = this
    const again = (): void => {
      time.after(ms, name, again, life)
      work()
    }
    time.after(ms, name, again, life)
  }
}

const LAST = MARKET_IDS[2]
/** Of seeds, the share in which the last market comes to its end, and when. */
const ENDING_SHARE = 0.6
const ENDS_IN_MINUTES = [0.8, 3] as const
