import { createHeard, type Heard } from '../../src/keeper/heard.js'
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
  /** Nothing is heard of the daemon any more. */
  readonly kill: (why: string) => void
}

const TICK_MS = 100

/**
 * The keeper's watch and its removal, which are real, without its process: what the daemon says is heard at once. A new one for each life of
 * the daemon.
 */
export class SimKeeper {
  readonly heard: Heard = createHeard(() => undefined)
  readonly #parts: KeeperParts
  readonly #owner: Owner = { isAlive: true }
  #beside: { isOver: boolean } | null = null
  #isWatching = true

  constructor(parts: KeeperParts) {
    this.#parts = parts
    this.#tick()
  }

  hear(message: DaemonMessage): void {
    this.heard.take(message)
  }

  /** The daemon is dead. Resolves when nothing of it is left at the exchange. */
  async finish(): Promise<void> {
    this.#isWatching = false
    if (this.#beside !== null) this.#beside.isOver = true
    if (this.heard.vigil !== null) await this.#remove(() => false)
  }

  #tick(): void {
    if (!this.#isWatching) return
    this.#parts.time.after(TICK_MS, 'keeper', () => this.#tick(), this.#owner)
    const { vigil } = this.heard
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
      pause: ms => new Promise<void>(resolve => void time.after(ms, 'keeper', resolve, this.#owner)),
      monotonicMs: () => time.now / 1_000,
    })
    remover.close()
  }
}
