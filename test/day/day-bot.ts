import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assignLater, assignMarkets, marketsWantedOf } from '../../src/cli/config/assign-markets.js'
import { loadConfig } from '../../src/cli/config/config.js'
import { loadStanzas } from '../../src/cli/config/load-stanzas.js'
import { Asking } from '../../src/engine/asking.js'
import { type Journal, openJournal } from '../../src/journal/journal.js'
import type { RunClock } from '../../src/model/time.js'
import { createSigner } from '../../src/protocol/sign.js'
import { earlierFills } from '../../src/runtime/earlier-fills.js'
import { followMarkets } from '../../src/runtime/follow-markets.js'
import { marketsAtStart } from '../../src/runtime/markets-at-start.js'
import { restoreState } from '../../src/runtime/restore-state.js'
import { type Session, startSession } from '../../src/runtime/session.js'
import { createPredictVenue } from '../../src/venues/predict/predict-venue.js'
import { stampOf, virtualScheduler, WORLD } from '../simulation/virtual-time.js'
import { dayWires } from './day-wires.js'
import { API_KEY, BASE_URL, CHAIN_ID, type DayWorld } from './day-world.js'

const EPOCH = 200_000_000
/** Ten times the usual: a bot whose books are calm computes little else than renewals. */
const ORDER_LIFE_SECONDS = 300
/** Files there never touch a disk. */
const MEMORY_FOLDER = '/dev/shm'

export const BOT_KEY = `0x${'51'.repeat(32)}`
export const BOT = createSigner({ privateKey: BOT_KEY, chainId: CHAIN_ID })

/** The daemon of `config/paper.yaml`: its venue, session and journal, joined to a world without a socket between them. */
export class DayBot {
  readonly notices = new Map<string, number>()
  readonly #world: DayWorld
  readonly #folder = mkdtempSync(join(existsSync(MEMORY_FOLDER) ? MEMORY_FOLDER : tmpdir(), 'oddsmith-day-'))
  #journal: Journal | null = null
  #session: Session | null = null

  constructor(world: DayWorld) {
    this.#world = world
  }

  get session(): Session {
    if (this.#session === null) throw new Error('the bot does not trade yet')
    return this.#session
  }

  /** Resolves when it trades. */
  async start(): Promise<void> {
    const { time } = this.#world
    const clock: RunClock = { now: () => stampOf(time.now), wallOffset: () => 0 }
    const loaded = await loadConfig('config/paper.yaml')
    const { config } = loaded
    const stanzas = await loadStanzas(loaded)
    const wanted = marketsWantedOf(loaded)
    const journal = openJournal(join(this.#folder, 'journal.db'), { epoch: EPOCH })
    this.#journal = journal
    const venue = createPredictVenue({
      baseUrl: BASE_URL,
      wsUrl: `${BASE_URL}/ws`,
      rpcUrl: `${BASE_URL}/rpc`,
      apiKey: API_KEY,
      clock,
      timings: config.feed,
      wires: dayWires(this.#world, clock),
    })
    const restored = restoreState(journal)
    const begun = await marketsAtStart(venue, { wanted, held: [], clock })
    const markets = begun.map(({ market }) => market)
    const assignments = assignMarkets(loaded, stanzas, begun)
    const wallet = { signer: BOT, epoch: journal.epoch, ...earlierFills(restored, journal, { markets, now: clock.now() }) }
    const gateway = venue.gateway(wallet, new Map())
    const missing = await gateway.preflight(markets)
    if (missing.length > 0) throw new Error(missing.join('; '))
    const { budget, graceMs, decideEveryMs } = config
    // A bot that has lost too much stops, as it should, and would show nothing of the hours behind that.
    const limits = { ...config.limits, lossPerDayMaxPercent: null, drawdownMaxPercent: null }
    const requote = { ...config.requote, orderLifeSeconds: ORDER_LIFE_SECONDS }
    const notice = (level: string, text: string): void => {
      const key = `${level}: ${text.replaceAll(/\d+/g, '#').slice(0, 100)}`
      this.notices.set(key, (this.notices.get(key) ?? 0) + 1)
    }
    const scheduler = virtualScheduler(time, WORLD, 'bot timer')
    const everyMs = config.feed.marketsEveryMs
    this.#session = await startSession({
      markets,
      assignments,
      assign: assignLater(stanzas, { feeds: [], asking: new Asking(), onProblem: text => this.#world.fail(new Error(text)) }),
      follow: held => followMarkets({ venue, wanted, clock, notice, markets: begun, everyMs, held, scheduler }),
      state: restored.state,
      settings: { requote, limits, budget, graceMs, decideEveryMs, ownInBook: true },
      venue,
      gateway,
      journal,
      clock,
      notice,
      scheduler,
      soon: work => time.soon(work, WORLD),
      accountLookEveryMs: config.feed.accountLookEveryMs,
    })
    void this.#session.failure.then(error => this.#world.fail(error))
  }

  /** Removes every order and ends. Resolves with how many the venue still shows. */
  async stop(): Promise<number | null> {
    return (await this.session.stop('the day is over')).open
  }

  close(): void {
    this.#journal?.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
