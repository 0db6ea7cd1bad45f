import { createDaemonNews, type DaemonNews } from '../../src/keeper/daemon-news.js'
import type { DaemonMessage } from '../../src/keeper/messages.js'
import { removeOurs } from '../../src/keeper/remove-ours.js'
import type { Signer } from '../../src/protocol/sign.js'
import { createRemover } from '../../src/venues/predict/remover.js'
import type { Wires } from '../../src/venues/wires/wires.js'
import { ADDRESSES, EPOCH } from './sim-bot.js'
import { type BotClock, type Owner, stampOf, type VirtualTime } from './virtual-time.js'

export interface KeeperParts {
  readonly time: VirtualTime
  readonly signer: Signer
  readonly openHttp: (owner: Owner) => Wires['openHttp']
  /** What the wall clock shows more than the true time, in microseconds. */
  readonly wallOffset: () => number
  readonly orderLifeSeconds: number
  /** Nothing is heard of the daemon any more, or it does not come to its end. */
  readonly kill: (why: string) => void
  /** A beat of the daemon was answered. */
  readonly onAnswer: () => void
}

const TICK_MS = 100
/** As long as the real one waits for a daemon that stops. */
const STOP_MAX_MS = 12_000

/**
 * The keeper's watch and its removal, which are real, without its process: what the daemon says is heard at once. A new one for each life of
 * the daemon.
 */
export class SimKeeper {
  readonly heard: DaemonNews = createDaemonNews(() => undefined)
  readonly #parts: KeeperParts
  readonly #owner: Owner = { isAlive: true }
  #beside: { isOver: boolean } | null = null
  #isWatching = true
  #stopMs = 0
  #isFlushing = false
  /** Said while it stood still: the pipe keeps it. */
  #unread: DaemonMessage[] = []

  constructor(parts: KeeperParts) {
    this.#parts = parts
    this.#tick()
  }

  hear(message: DaemonMessage): void {
    if (!this.#owner.isAlive) return
    this.#unread.push(message)
    if (!this.#isStalled) return this.#read()
    if (this.#isFlushing) return
    this.#isFlushing = true
    this.#parts.time.after(0, 'keeper reads', () => this.#read(), this.#owner)
  }

  #read(): void {
    this.#isFlushing = false
    const unread = this.#unread
    this.#unread = []
    for (const message of unread) {
      this.heard.take(message)
      if (message.kind === 'well' || message.kind === 'blind') this.#parts.onAnswer()
    }
  }

  get #isStalled(): boolean {
    return (this.#owner.stallsUntil ?? 0) > this.#parts.time.now
  }

  get stallsUntil(): number {
    return this.#owner.stallsUntil ?? 0
  }

  get isAlive(): boolean {
    return this.#owner.isAlive
  }

  /** Stands still, as a stopped process does. */
  stall(untilUs: number): void {
    this.#owner.stallsUntil = untilUs
  }

  /** A kill: what it was about to do does not happen. */
  die(): void {
    this.#owner.isAlive = false
    this.#isWatching = false
  }

  /** The daemon is dead. Resolves when nothing of it is left at the exchange. */
  async finish(): Promise<void> {
    this.#isWatching = false
    if (this.#beside !== null) this.#beside.isOver = true
    if (!this.#owner.isAlive) return
    if (this.#isStalled) await this.#pause(0)
    this.#read()
    if (this.heard.vigil !== null && this.heard.stopped?.open !== 0) await this.#remove(() => false)
  }

  #tick(): void {
    if (!this.#isWatching) return
    this.#parts.time.after(TICK_MS, 'keeper', () => this.#tick(), this.#owner)
    const { vigil, isStopping } = this.heard
    if (isStopping) this.#stopMs += TICK_MS
    if (this.#stopMs > STOP_MAX_MS) return this.#parts.kill('it did not come to its end')
    const standing = vigil?.tick(TICK_MS) ?? 'well'
    if (standing === 'dumb') this.#parts.kill('nothing was heard of it')
    else if (standing === 'blind') this.#removeBeside()
    else if (this.#beside !== null) {
      this.#beside.isOver = true
      this.#beside = null
    }
  }

  #removeBeside(): void {
    if (this.#beside !== null) return
    const episode = { isOver: false }
    this.#beside = episode
    void this.#remove(() => episode.isOver)
  }

  #pause(ms: number): Promise<void> {
    return new Promise(resolve => void this.#parts.time.after(ms, 'keeper', resolve, this.#owner))
  }

  async #remove(isOver: () => boolean): Promise<void> {
    const { time, signer, openHttp, wallOffset, orderLifeSeconds } = this.#parts
    const clock: BotClock = { now: () => stampOf(time.now), wallOffset: () => 0 }
    const remover = createRemover({
      ...{ baseUrl: ADDRESSES.baseUrl, apiKey: ADDRESSES.apiKey, epoch: EPOCH, clock },
      token: () => this.heard.token,
      signer: async () => signer,
      onNotice: () => undefined,
      openHttp: openHttp(this.#owner),
    })
    await removeOurs({
      remover,
      told: this.heard.told,
      clockAllowanceMs: this.heard.clockAllowanceMs,
      orderLifeMs: orderLifeSeconds * 1_000,
      wallMs: () => (time.now + wallOffset()) / 1_000,
      isOver,
      say: () => undefined,
      pause: ms => this.#pause(ms),
      monotonicMs: () => time.now / 1_000,
    })
    remover.close()
  }
}
