import { configSchema } from '../../src/cli/config/config-schema.js'
import type { DeskSettings } from '../../src/engine/desk-options.js'
import type { CoreOrder } from '../../src/exchange/core/core-event.js'
import { PREDICT_LIMITS } from '../../src/model/call-limit.js'
import { createSigner, type Signer } from '../../src/protocol/sign.js'
import type { Wires } from '../../src/venues/wires/wires.js'
import { Chance } from './chance.js'
import { ExchangeEye } from './exchange-eye.js'
import { Judge } from './judge.js'
import { Plan } from './plan.js'
import type { SeedRequest } from './run-seeds.js'
import { type BotParts, SimBot, type Watch } from './sim-bot.js'
import { CHAIN_ID, MARKET_IDS, SimExchange } from './sim-exchange.js'
import { type HttpParts, openSimHttp, type SentRequest } from './sim-http.js'
import { SimKeeper } from './sim-keeper.js'
import { openSimSocket, type SimLink } from './sim-link.js'
import { Trace } from './trace.js'
import { type BotClock, type Owner, VirtualTime, virtualScheduler, WORLD } from './virtual-time.js'
import { fairWeather } from './weather.js'

const START_US = Date.UTC(2026, 4, 4, 12) * 1_000
const KEY = `0x${'51'.repeat(32)}`
const WORST_CASE_USDT = 20
/** Short, so that many orders are renewed and some expire. */
const ORDER_LIFE_SECONDS = 60
/** Real turns that one event may take: more is a loop that answers itself. */
export const SIGNER: Signer = createSigner({ privateKey: KEY, chainId: CHAIN_ID })

/** What looks on from outside. */
interface Outside {
  /** undefined: no one watches. */
  readonly watch: Watch | undefined
  /** Whether virtual time waits for it. */
  readonly holds: () => boolean
}

/** Both halves, the network between them, and the judge. What goes wrong is decided elsewhere. */
export class SimWorld {
  readonly time = new VirtualTime(START_US)
  readonly weather = fairWeather()
  readonly chance: Chance
  readonly trace: Trace
  readonly links = new Set<SimLink>()
  readonly exchange: SimExchange
  readonly judge: Judge
  /** null: no daemon runs. */
  bot: SimBot | null = null
  isDiskFull = false
  /** Kills the bot when its next order has left and before the journal's transaction. */
  diesAtNextOrder = false
  /** What the bot's wall clock shows more than the true time, in microseconds. */
  wallOffset = 0
  /** When the last link of each kind ended; one that was not let in has no kind and counts for both. */
  booksEndedAt = 0
  walletEndedAt = 0
  failure: Error | null = null
  /** What was reached, by name. */
  readonly counts: Record<string, number> = {}
  readonly #folder: string
  readonly #outside: Outside
  #eye: ExchangeEye | null = null
  #lives = 0
  #keeper: SimKeeper | null = null
  /** When the next daemon may start: not before the keeper is done either. */
  #mayStartAt = 0

  constructor({ seed, lines }: Pick<SeedRequest, 'seed' | 'lines'>, folder: string, outside: Outside) {
    this.#outside = outside
    this.trace = new Trace(START_US, lines)
    this.#folder = folder
    this.chance = new Chance(seed)
    this.exchange = new SimExchange({
      time: this.time,
      chance: this.chance,
      seed,
      wallet: SIGNER.address,
      onlooker: () => {
        this.#eye = new ExchangeEye(SIGNER.address, order => this.#accepted(order))
        return this.#eye
      },
    })
    this.judge = new Judge({
      now: () => this.time.now,
      weather: this.weather,
      links: this.links,
      eye: () => this.eye,
      worstCaseMax: BigInt(WORST_CASE_USDT) * 10n ** 18n,
      orderLifeSeconds: SETTINGS.requote.orderLifeSeconds,
      stallsUntil: () => this.bot?.owner.stallsUntil ?? 0,
      keeperStallsUntil: () => this.#keeper?.stallsUntil ?? 0,
      ends: this.exchange.ends,
    })
  }

  get eye(): ExchangeEye | null {
    return this.exchange.open === null ? null : this.#eye
  }

  /** Lets this many events happen, or fewer if a promise is broken. */
  async run(events: number): Promise<void> {
    this.exchange.start()
    await this.#settle()
    this.startBot()
    new Plan(this).begin()
    while (this.trace.count < events && this.failure === null) {
      const name = this.time.step()
      if (name === null) throw new Error('nothing is scheduled any more')
      this.trace.note(this.time.now, name)
      await this.#settle()
      this.#guard(() => this.judge.look())
    }
  }

  /** Notes what the plan does beside the events themselves. */
  tell(what: string): void {
    this.trace.note(this.time.now, `*** ${what}`)
  }

  startBot(): void {
    this.#lives += 1
    this.tell(`bot life ${this.#lives} starts`)
    const bot = new SimBot(this.#botParts(), this.#lives)
    this.bot = bot
    this.#keeper = this.#createKeeper()
    this.judge.botStarted()
    bot.start()
  }

  killBot(why: string, restartMs: number): void {
    if (this.bot === null) return
    this.count('lives ended')
    this.tell(`bot killed: ${why}`)
    const { owner } = this.bot
    this.bot.kill(this.#lives + 1)
    this.bot = null
    for (const link of [...this.links]) link.drop()
    this.judge.botDied((owner.stallsUntil ?? 0) > this.time.now ? (owner.stallsFrom ?? this.time.now) : this.time.now)
    this.#mayStartAt = this.time.now + restartMs * 1_000
    void this.#awaitKeeper()
  }

  /** Ends the daemon as a signal does, and says how that went. */
  async stopBot(why: string): Promise<void> {
    const { bot } = this
    const session = bot?.session ?? null
    if (bot === null || bot.isStopping) return
    // Nothing can be open that it knows of: it ends at once.
    if (session === null) return this.killBot(`${why}, before it traded`, this.chance.between(100, 3_000))
    bot.isStopping = true
    this.tell(`stop: ${why}`)
    this.count('stops')
    this.judge.stopBegan()
    this.#keeper?.hear({ kind: 'stopping', why })
    const { open, unanswered } = await session.stop(why)
    if (this.bot !== bot) return
    const left = unanswered > 0 ? null : open
    this.tell(`stopped with ${left ?? 'who knows how many'} open`)
    if (left === 0) this.count('stops that left nothing open')
    this.#keeper?.hear({ kind: 'stopped', open: left, isFailure: false })
    this.#guard(() => this.judge.stopped(left))
    this.killBot('it has stopped', this.chance.between(500, 6_000))
  }

  /** Kills the keeper; the daemon sees the end of its pipe. */
  killKeeper(): void {
    if (this.#keeper === null || !this.#keeper.isAlive || this.bot === null) return
    this.#keeper.die()
    this.judge.keeperGone()
    const { bot } = this
    const stop = (): void => {
      if (this.bot === bot) void this.stopBot('the keeper is gone')
    }
    this.time.after(1, 'pipe ends', stop, bot.owner)
  }

  stallKeeper(ms: number): void {
    this.#keeper?.stall(this.time.now + ms * 1_000)
  }

  /** A new daemon waits until the keeper of the last one is done. */
  async #awaitKeeper(): Promise<void> {
    await this.#keeper?.finish()
    this.tell('keeper is done')
    this.time.after(Math.max(0, (this.#mayStartAt - this.time.now) / 1_000), 'bot starts', () => this.startBot())
  }

  #createKeeper(): SimKeeper {
    return new SimKeeper({
      time: this.time,
      signer: SIGNER,
      openHttp: owner => openSimHttp(this.#httpParts(), owner),
      wallOffset: () => this.wallOffset,
      orderLifeSeconds: SETTINGS.requote.orderLifeSeconds,
      onAnswer: () => this.bot?.attention.heard(),
      kill: why => this.killBot(why, this.chance.between(500, 3_000)),
    })
  }

  count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1
  }

  fail(error: Error): void {
    this.failure ??= error
  }

  close(): void {
    this.bot?.close()
    this.exchange.kill()
  }

  lastLines(): readonly string[] {
    return this.trace.lastLines()
  }

  /** What was put off to the turn's end comes in its order: this before the transaction. */
  #dieBehindOrder(): void {
    this.diesAtNextOrder = false
    this.time.soon(() => this.killBot('between an order and its transaction', this.chance.between(100, 2_000)), WORLD)
  }

  #accepted(order: CoreOrder): void {
    this.count('orders accepted')
    this.#guard(() => this.judge.accepted(order))
  }

  async #settle(): Promise<void> {
    await this.time.settle(() => this.exchange.busy > 0 || this.#outside.holds())
  }

  #guard(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.fail(error instanceof Error ? error : new Error(String(error)))
    }
  }

  #botParts(): BotParts {
    return {
      time: this.time,
      signer: SIGNER,
      settings: SETTINGS,
      folder: this.#folder,
      wiresOf: (owner, clock) => this.#wires(owner, clock),
      wallOffset: () => this.wallOffset,
      isDiskFull: () => this.isDiskFull,
      unattendedMaxMs: UNATTENDED_MAX_MS,
      accountLookEveryMs: CONFIG.feed.accountLookEveryMs,
      say: message => this.#keeper?.hear(message),
      onJournaled: orders => {
        this.#guard(() => this.judge.journaled(orders))
        if (this.diesAtNextOrder && orders.length > 0) this.#dieBehindOrder()
      },
      onUnkept: bot => {
        if (this.bot === bot) void this.stopBot('the keeper does not answer')
      },
      onNotice: text => {
        this.tell(`bot says: ${text}`)
        if (text.includes('stream missed a report')) this.count('looks that found something')
      },
      onEnd: (bot, error) => {
        if (this.bot !== bot) return
        this.time.after(0, 'bot ends', () => {
          if (this.bot === bot) this.killBot(wordsOf(error), this.chance.between(500, 3_000))
        })
      },
      watch: this.#outside.watch,
      onReady: (_bot, known) => this.#guard(() => this.judge.woke(known)),
    }
  }

  #wires(owner: Owner, clock: BotClock): Wires {
    const { time, chance, weather, exchange, links } = this
    return {
      clock,
      scheduler: virtualScheduler(time, owner, 'venue timer'),
      random: () => chance.next(),
      openHttp: openSimHttp(this.#httpParts(), owner),
      openSocket: openSimSocket(
        {
          ...{ time, chance, weather, exchange, links },
          onFrame: (_link, text) => {
            const market = /^\{"type":"M","topic":"predictOrderbook\/(\d+)"/.exec(text)?.[1]
            if (market !== undefined) this.judge.bookHeard(Number(market))
          },
          onLost: link => this.judge.wordLost(link),
          onOpened: () => undefined,
          onEnded: link => {
            if (!link.isWallet) this.booksEndedAt = time.now
            if (!link.isPublic) this.walletEndedAt = time.now
            if (link.isWallet && ![...links].some(other => other.isWallet)) this.judge.linkLost()
            if (link.isPublic && ![...links].some(other => other.isPublic)) this.judge.booksLost()
          },
        },
        owner,
      ),
    }
  }

  #httpParts(): HttpParts {
    const { time, chance, weather, exchange } = this
    return {
      ...{ time, chance, weather, exchange },
      onSent: request => this.#guard(() => this.judge.sent(request)),
      onAnswered: (request, { status }) => this.#answered(request, status),
    }
  }

  #answered({ path }: SentRequest, status: number): void {
    if (status === 429) this.judge.callsRefused()
    if (status !== 200 || !path.includes('orderbook')) return
    for (const market of MARKET_IDS) if (path.includes(String(market))) this.judge.bookHeard(market)
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const CONFIG = configSchema.parse({
  venue: { name: 'predict', embedded: {} },
  strategies: [{ strategy: 'simulated' }],
  limits: {
    worstCaseLossMaxUsdt: WORST_CASE_USDT,
    positionMaxShares: 70,
    openNotionalMaxUsdt: 60,
    settlementFailPercentMax: null,
  },
})
const UNATTENDED_MAX_MS = CONFIG.unattendedMaxMs
const SETTINGS = settingsOf()

/** What a run has by default, with limits that bind now and then. */
function settingsOf(): DeskSettings {
  const { requote, limits, budget, graceMs, decideEveryMs } = CONFIG
  return {
    requote: { ...requote, orderLifeSeconds: ORDER_LIFE_SECONDS },
    limits,
    budget: { ...budget, windows: PREDICT_LIMITS },
    graceMs,
    decideEveryMs,
    ownInBook: true,
  }
}
