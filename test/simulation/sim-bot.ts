import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DeskSettings } from '../../src/engine/desk-options.js'
import type { TurnLines } from '../../src/journal/append.js'
import type { Checkpoint } from '../../src/journal/checkpoints.js'
import { type Journal, openJournal } from '../../src/journal/journal.js'
import { JournalError } from '../../src/journal/journal-error.js'
import { type BeatWatch, createBeatWatch } from '../../src/keeper/beat-watch.js'
import type { DaemonMessage } from '../../src/keeper/messages.js'
import type { OrderHash } from '../../src/model/ids.js'
import type { Market } from '../../src/model/market.js'
import type { Signer } from '../../src/protocol/sign.js'
import { earlierFills } from '../../src/runtime/earlier-fills.js'
import { createPulse, type Pulse } from '../../src/runtime/pulse.js'
import { restoreState } from '../../src/runtime/restore-state.js'
import { type Session, type SessionOptions, startSession } from '../../src/runtime/session.js'
import { createPredictVenue, type PredictVenue } from '../../src/venues/predict/predict-venue.js'
import type { Wires } from '../../src/venues/wires/wires.js'
import { API_KEY, MARKET_IDS } from './sim-exchange.js'
import { simStrategy } from './sim-strategy.js'
import { type BotClock, type Owner, stampOf, type VirtualTime, virtualScheduler, virtualTimers } from './virtual-time.js'

export const ADDRESSES = {
  baseUrl: 'http://exchange.sim',
  wsUrl: 'ws://exchange.sim/ws',
  rpcUrl: 'http://exchange.sim/rpc',
  apiKey: API_KEY,
}

/** A second of 2026: order ids count from it. */
export const EPOCH = 200_000_000

export interface BotParts {
  readonly time: VirtualTime
  readonly signer: Signer
  readonly settings: DeskSettings
  /** Where lives of the journal are kept, each in a folder of its own. */
  readonly folder: string
  readonly wiresOf: (owner: Owner, clock: BotClock) => Wires
  /** What the wall clock shows more than the true time, in microseconds. */
  readonly wallOffset: () => number
  readonly isDiskFull: () => boolean
  readonly unattendedMaxMs: number
  readonly accountLookEveryMs: number
  /** What the daemon tells its keeper. */
  readonly say: (message: DaemonMessage) => void
  /** Orders of these hashes stand in the journal now. */
  readonly onJournaled: (orders: readonly { readonly hash: OrderHash; readonly market: number }[]) => void
  /** The keeper answers no beat any more. */
  readonly onUnkept: (bot: SimBot) => void
  /** What the run warns people of. */
  readonly onNotice: (text: string) => void
  /** A run could not begin, or the corridor broke. */
  readonly onEnd: (bot: SimBot, error: unknown) => void
  readonly onReady: (bot: SimBot, known: ReadonlySet<string>) => void
  /** Begins to watch a session. Absent: no one does. */
  readonly watch?: Watch | undefined
}

/** What watches a session beside its turns. */
export type Watch = (session: Session, clock: BotClock, journal: string) => NonNullable<SessionOptions['show']>

/** One life of the daemon: the real venue, session and journal, in virtual time. */
export class SimBot {
  readonly owner: Owner = { isAlive: true }
  session: Session | null = null
  /** Of the keeper. */
  readonly attention: BeatWatch
  isStopping = false
  readonly #parts: BotParts
  readonly #file: string
  readonly #venue: PredictVenue
  readonly #clock: BotClock
  #journal: Journal | null = null

  constructor(parts: BotParts, life: number) {
    this.#parts = parts
    this.#file = join(folderOf(parts.folder, life), 'journal.db')
    this.#clock = createBotClock(parts)
    this.attention = createBeatWatch(parts.unattendedMaxMs, () => parts.onUnkept(this))
    this.#venue = createPredictVenue({ ...ADDRESSES, clock: this.#clock, wires: parts.wiresOf(this.owner, this.#clock) })
  }

  start(): void {
    this.#wake().catch((error: unknown) => {
      if (this.owner.isAlive) this.#parts.onEnd(this, error)
    })
  }

  /** Ends this life as a power switch would; the next one finds the journal as it lies on the disk now. */
  kill(nextLife: number): void {
    this.owner.isAlive = false
    const { folder } = this.#parts
    const here = join(this.#file, '..')
    const next = folderOf(folder, nextLife)
    cpSync(here, next, { recursive: true })
    // Only now, behind the copy: what a clean end would still write must not reach the next life.
    this.#journal?.close()
    rmSync(here, { recursive: true, force: true })
  }

  /** The end of the simulation. */
  close(): void {
    this.owner.isAlive = false
    this.#journal?.close()
  }

  async #wake(): Promise<void> {
    const { signer, time, onReady } = this.#parts
    const journal = openJournal(this.#file, { epoch: EPOCH })
    this.#journal = journal
    const restored = restoreState(journal)
    const markets = await this.#venue.markets({ ids: MARKET_IDS.map(String) })
    const known = journal.rows.known(stampOf(0))
    const wallet = { signer, epoch: journal.epoch, ...earlierFills(restored, journal, { markets, now: this.#clock.now() }) }
    const gateway = this.#venue.gateway(wallet, known)
    const missing = await gateway.preflight(markets)
    if (missing.length > 0) throw new Error(missing.join('; '))
    onReady(this, new Set(known.values()))
    let show: NonNullable<SessionOptions['show']> = () => undefined
    this.session = await startSession({
      show: (batch, turn) => show(batch, turn),
      markets,
      assignments: markets.map(({ index }) => ({ market: index, definition: simStrategy, parameters: {} })),
      state: restored.state,
      settings: this.#parts.settings,
      venue: this.#venue,
      gateway,
      journal: this.#guarded(journal, markets),
      clock: this.#clock,
      notice: (level, text) => {
        if (level !== 'info') this.#parts.onNotice(text)
      },
      scheduler: virtualScheduler(time, this.owner, 'bot timer'),
      soon: work => time.soon(work, this.owner),
      pulse: this.#createPulse(),
      accountLookEveryMs: this.#parts.accountLookEveryMs,
    })
    show = this.#parts.watch?.(this.session, this.#clock, this.#file) ?? show
    void this.#follow(this.session)
  }

  #createPulse(): Pulse {
    const { time, say, wallOffset, unattendedMaxMs, settings } = this.#parts
    const { orderLifeSeconds } = settings.requote
    const clockOffsetMaxMs = settings.limits.clockOffsetMaxMs ?? null
    const timers = virtualTimers(time, this.owner)
    say({ kind: 'hello', epoch: EPOCH, unattendedMaxMs, orderLifeSeconds, clockOffsetMaxMs, logFile: '' })
    return createPulse({
      unattendedMaxMs,
      say: message => {
        if (this.owner.isAlive) say(message)
      },
      times: { monotonic: () => time.now / 1_000, wall: () => (time.now + wallOffset()) / 1_000 },
      timers,
      onBeat: () => this.attention.beat(time.now / 1_000),
    })
  }

  async #follow(session: Session): Promise<void> {
    const error = await session.failure
    if (this.owner.isAlive) this.#parts.onEnd(this, error)
  }

  /** The journal on a disk that can be full, and that dies with its process. */
  #guarded(journal: Journal, markets: readonly Market[]): Journal {
    const { isDiskFull, onJournaled } = this.#parts
    const guard = <A extends readonly unknown[], T>(work: (...given: A) => T): ((...given: A) => T) => {
      return (...given) => {
        if (!this.owner.isAlive) throw new JournalError('the process is dead')
        if (isDiskFull()) throw new JournalError('the disk is full')
        return work(...given)
      }
    }
    const told = (lines: TurnLines): void =>
      onJournaled(
        lines.orders.map(({ submit, signed }) => ({
          hash: signed.hash,
          market: Number(markets[submit.order.market]?.id ?? 0),
        })),
      )
    const append = guard((lines: TurnLines) => journal.append(lines))
    const begin = guard((lines: TurnLines) => journal.begin(lines))
    return {
      ...journal,
      save: guard((checkpoint: Checkpoint) => journal.save(checkpoint)),
      finish: guard(() => journal.finish()),
      append: lines => {
        const stands = append(lines)
        told(lines)
        return stands
      },
      begin: lines => {
        const stands = begin(lines)
        told(lines)
        return stands
      },
    }
  }
}

function folderOf(folder: string, life: number): string {
  const path = join(folder, String(life))
  mkdirSync(path, { recursive: true })
  return path
}

/** Even from the wall's time at its start on, with the wall beside it. */
function createBotClock({ time, wallOffset }: BotParts): BotClock {
  const anchor = wallOffset()
  return { now: () => stampOf(time.now + anchor), wallOffset: () => wallOffset() - anchor }
}
