import { createCore } from '../../src/exchange/core/core.js'
import { coreOptions, keptRules } from '../../src/exchange/server/log/rules.js'
import { openStore } from '../../src/exchange/server/log/store.js'
import type { Watcher } from '../../src/exchange/server/log/watcher.js'
import { fundOnce, openMarkets } from '../../src/exchange/server/markets/first-start.js'
import { startRounds } from '../../src/exchange/server/markets/rounds.js'
import type { RoundsSeed } from '../../src/exchange/server/markets/rounds-seed.js'
import { type OpenExchange, openExchange } from '../../src/exchange/server/open-exchange.js'
import { createPriceFeeds } from '../../src/exchange/server/prices/price-feed.js'
import { startProgramme } from '../../src/exchange/server/programme/programme.js'
import { createOpenSignatures } from '../../src/exchange/server/signatures/open-signatures.js'
import type { Timers } from '../../src/exchange/server/timers.js'
import { hiddenResults, startSynthetic } from '../../src/exchange/start-crowd.js'
import { DEFAULT_WORLD, type WrittenFault } from '../../src/exchange.js'
import { openRestDoor, type RestDoor, type SimAnswer, type SimRequest } from '../simulation/rest-door.js'
import { type FarEnd, type NearEnd, openStreamDoor, type StreamDoor } from '../simulation/stream-door.js'
import { stampOf, VirtualTime, virtualTimers, WORLD } from '../simulation/virtual-time.js'

export const API_KEY = 'day-key'
export const ADMIN_TOKEN = 'day-operator'
export const CHAIN_ID = 97
const START_US = Date.UTC(2026, 4, 4) * 1_000
const HOUR_US = 3_600_000_000
const LIMITS = { tradingPerMinute: 500, searchPerMinute: 50, otherPerMinute: 250, orderPostsPerSecond: 40 }

/** How often the crowd acts here; by itself it does ten times a second, and a day of that would take hours to compute. It is the same crowd otherwise. */
const CROWD_EVERY_MS = 120_000

/** A twentieth of what is kept of the past by itself, so that it is full within hours and what grows beyond it shows. */
const KEPT = { matchesKept: 500, walletMatchesKept: 500, ordersKept: 500 }

/** What a world has in place of the default world. */
export interface OwnWorld {
  readonly rounds: readonly RoundsSeed[]
  readonly crowdEveryMs: number
}

interface DayOptions {
  readonly seed: number
  /** Absent: the default world. */
  readonly own?: OwnWorld
  /** Dollars by address. */
  readonly purses: Readonly<Record<string, string>>
  readonly onlookers: readonly Watcher[]
}

/** The exchange of the default world with its crowd, in this process and in virtual time; it listens on no port. */
export class DayWorld {
  readonly time = new VirtualTime(START_US)
  readonly open: OpenExchange
  readonly #options: DayOptions
  readonly #door: RestDoor
  readonly #stream: StreamDoor
  #busy = 0
  #failure: Error | null = null

  constructor(options: DayOptions) {
    this.#options = options
    const { time } = this
    const { seed, onlookers } = options
    const log = (text: string, fields?: unknown): void => this.fail(new Error(`${text} ${JSON.stringify(fields)}`))
    const store = openStore(':memory:')
    const rules = keptRules(store, { seed, takerDelayMs: DEFAULT_WORLD.takerDelayMs }, log)
    const timers = virtualTimers(time, WORLD)
    this.open = openExchange({
      openCore: state => createCore({ ...coreOptions(rules), ...KEPT }, state),
      store,
      chainId: CHAIN_ID,
      apiKey: API_KEY,
      adminToken: ADMIN_TOKEN,
      requireApiKey: true,
      limits: LIMITS,
      smartAccounts: [],
      prices: createPriceFeeds(rules.seed),
      clock: { now: () => stampOf(time.now) },
      timers,
      onlookers,
      signatures: createOpenSignatures({ log, startThread: () => null }),
      log,
    })
    this.#door = openRestDoor(this.open)
    this.#stream = openStreamDoor({ open: this.open, timers, during: work => this.during(work) })
  }

  /** Opens the markets of the default world, and lets its crowd come. */
  async furnish(): Promise<void> {
    const { writes, pushes } = this.open
    const { seed, purses, own } = this.#options
    const { time } = this
    const { markets, rounds, programme } =
      own === undefined ? DEFAULT_WORLD : { ...own, markets: [], programme: { series: [] } }
    const resultsOf = (unborn: Parameters<typeof hiddenResults>[1]) => hiddenResults(seed, unborn)
    await this.#until(async () => {
      for (const [address, usdt] of Object.entries(purses)) await fundOnce(writes, { address, usdt })
      await openMarkets(writes, () => markets, resultsOf)
      await startRounds(writes, rounds)
      await startProgramme(writes, programme, { seed, resultsOf })
    })
    startSynthetic({ ...writes, timers: this.#crowdTimers }, seed, undefined)
    const pulse = (): void => {
      time.after(1_000, 'pulse', pulse)
      pushes.pulse()
    }
    pulse()
  }

  /** Answers one request. */
  answer(request: SimRequest): Promise<SimAnswer> {
    return this.during(() => this.#door(request))
  }

  /** What `fetch` would answer. */
  readonly fetch = async (url: string, init: RequestInit = {}): Promise<Pick<Response, 'status' | 'headers' | 'json'>> => {
    const { method = 'GET', headers, body } = init
    const {
      status,
      headers: told,
      text,
    } = await this.answer({
      method,
      path: url.slice(BASE_URL.length),
      headers: Object.fromEntries(new Headers(headers)),
      body: typeof body === 'string' ? body : '',
    })
    return { status, headers: new Headers(told), json: async () => JSON.parse(text) as unknown }
  }

  connect(far: FarEnd): NearEnd {
    return this.#stream.open(far)
  }

  setFault(fault: WrittenFault): Promise<unknown> {
    return this.open.faults.set(fault)
  }

  /** Lets the clock wait for work of this computer. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#busy += 1
    try {
      return await work()
    } finally {
      this.#busy -= 1
    }
  }

  /** Resolves when so much virtual time has passed. */
  sleep(ms: number): Promise<void> {
    return new Promise(resolve => void this.time.after(ms, 'sleep', resolve))
  }

  /** Lets `hours` pass (a fraction is allowed) and waits for `onHour` after each. Throws what went wrong beside it. */
  async pass(hours: number, onHour: (hour: number) => Promise<void>): Promise<void> {
    const begin = this.time.now
    for (let hour = 0; hour < hours; ) {
      const end = Math.min(hour + 1, hours)
      while (this.time.now - begin < end * HOUR_US) await this.step()
      hour = end
      await onHour(hour)
    }
  }

  /** Lets the next thing happen. Throws what went wrong beside it. */
  async step(): Promise<void> {
    this.time.step()
    await this.#settle()
    if (this.#failure !== null) throw this.#failure
  }

  /** Lets time pass until work is done. */
  async until<T>(work: Promise<T>): Promise<T> {
    const state = { isOver: false }
    const end = (): void => {
      state.isOver = true
    }
    work.then(end, end)
    while (!state.isOver) await this.step()
    return work
  }

  get #crowdTimers(): Timers {
    const { timers } = this.open.writes
    return { ...timers, every: (_ms, work) => timers.every(this.#options.own?.crowdEveryMs ?? CROWD_EVERY_MS, work) }
  }

  fail(error: unknown): void {
    this.#failure ??= error instanceof Error ? error : new Error(String(error))
  }

  close(): void {
    this.open.writes.sequencer.close()
  }

  #settle(): Promise<void> {
    return this.time.settle(() => this.#busy > 0)
  }

  async #until(work: () => Promise<void>): Promise<void> {
    const waited = this.during(work)
    await this.#settle()
    await waited
  }
}

export const BASE_URL = 'http://exchange.day'
