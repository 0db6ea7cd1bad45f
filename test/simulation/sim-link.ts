import type { SocketWire, SocketWireOptions } from '../../src/venues/wires/wires.js'
import type { Chance } from './chance.js'
import type { SimExchange } from './sim-exchange.js'
import type { NearEnd } from './stream-door.js'
import { type Owner, type VirtualTime, WORLD } from './virtual-time.js'
import type { Weather } from './weather.js'

export interface LinkParts {
  readonly time: VirtualTime
  readonly chance: Chance
  readonly weather: Weather
  readonly exchange: SimExchange
  /** All links that either side still believes in. */
  readonly links: Set<SimLink>
  /** A frame reached the bot. */
  readonly onFrame: (link: SimLink, text: string) => void
  /** A frame is left out on a link that lives. */
  readonly onLost: (link: SimLink) => void
  /** The bot opens a link, or learns that one is over. */
  readonly onOpened: (link: SimLink) => void
  readonly onEnded: (link: SimLink) => void
}

/** WebSockets in virtual time. */
export const openSimSocket =
  (parts: LinkParts, owner: Owner) =>
  (_url: string, options: SocketWireOptions): SocketWire => {
    const link = new SimLink(parts, owner, options)
    link.open()
    return { send: text => link.send(text), ping: () => link.ping(), drop: () => link.drop() }
  }

const LATE_MS = 400
const BOOK_TOPIC = /"topic":"predictOrderbook\/(\d+)"/

/** One link with both of its ends and the bytes between them. */
export class SimLink {
  readonly owner: Owner
  /** What the bot asked for, as far as the exchange heard it. */
  readonly topics = new Set<string>()
  /** Since when bytes vanish on their way to the bot, or to the exchange; null: they arrive. */
  swallowsDown: number | null = null
  swallowsUp: number | null = null
  readonly #parts: LinkParts
  readonly #options: SocketWireOptions
  #near: NearEnd | null = null
  #state: 'opening' | 'open' | 'over' = 'opening'
  /** Frames of one direction do not pass one another. */
  #lastDown = 0
  #lastUp = 0

  constructor(parts: LinkParts, owner: Owner, options: SocketWireOptions) {
    this.#parts = parts
    this.owner = owner
    this.#options = options
  }

  get isWallet(): boolean {
    for (const topic of this.topics) if (topic.startsWith('predictWalletEvents/')) return true
    return false
  }

  get isPublic(): boolean {
    for (const topic of this.topics) if (topic.startsWith('predictOrderbook/')) return true
    return false
  }

  /** Both ends hold it and bytes go both ways. */
  get isSound(): boolean {
    return this.#state === 'open' && this.#near !== null && this.swallowsDown === null && this.swallowsUp === null
  }

  get isSwallowing(): boolean {
    return this.swallowsDown !== null || this.swallowsUp !== null
  }

  open(): void {
    const { time, weather, exchange, links } = this.#parts
    links.add(this)
    time.after(this.#options.openTimeoutMs, 'open timeout', () => this.#expectOpen(), this.owner)
    if (weather.isStreamRefused) return this.#later('stream refused', () => this.#end('the socket was refused', null))
    this.#later('stream arrives', () => {
      this.#near = exchange.connect(this.#options.headers['x-api-key'], {
        onText: text => this.#down(text),
        onClose: code => this.#close(code),
      })
      if (this.#near === null) return this.#later('stream refused', () => this.#end('the socket was refused', null))
      this.#downward('stream open', () => {
        if (this.#state !== 'opening') return
        this.#state = 'open'
        this.#parts.onOpened(this)
        this.#options.onOpen()
      })
    })
  }

  send(text: string): void {
    if (this.#state !== 'open' || this.swallowsUp !== null) return
    this.#upward('frame up', () => {
      const asked = /"method":"(subscribe|unsubscribe)".*"params":\["([^"]+)"\]/.exec(text)
      if (asked?.[1] === 'subscribe') this.topics.add(asked[2] ?? '')
      if (asked?.[1] === 'unsubscribe') this.topics.delete(asked[2] ?? '')
      this.#near?.text(text)
    })
  }

  ping(): void {
    if (this.#state !== 'open' || this.swallowsUp !== null) return
    this.#upward('ping', () => {
      if (this.#near !== null) this.#downward('pong', () => this.#options.onPong())
    })
  }

  /** The bot lets go. */
  drop(): void {
    if (this.#state === 'over') return
    this.#forget()
    this.#goneAtExchange()
    this.#parts.onEnded(this)
  }

  /** Something between the two cuts it, and both learn of it. */
  cut(): void {
    this.#goneAtExchange()
    this.#later('link cut', () => this.#end('the socket was reset', null))
  }

  #close(code: number | null): void {
    this.#near = null
    this.#downward('stream closed', () => this.#end('the socket was closed', code))
  }

  #down(text: string): void {
    const { weather, chance } = this.#parts
    const market = BOOK_TOPIC.exec(text)?.[1]
    if (market !== undefined && weather.silent.has(market)) return
    if (chance.hits(weather.framesLost)) return this.#parts.onLost(this)
    if (chance.hits(weather.framesLate)) return this.#late(text)
    this.#downward('frame', () => this.#deliver(text))
    if (chance.hits(weather.framesTwice)) this.#downward('frame again', () => this.#deliver(text))
  }

  #deliver(text: string): void {
    this.#parts.onFrame(this, text)
    this.#options.onText(text)
  }

  #late(text: string): void {
    const { time, chance } = this.#parts
    time.after(chance.between(50, LATE_MS), 'late frame', () => this.#arriveDown(() => this.#deliver(text)), this.owner)
  }

  #arriveDown(work: () => void): void {
    if (this.#state !== 'over' && this.swallowsDown === null) work()
  }

  #downward(name: string, work: () => void): void {
    const { time, chance, weather } = this.#parts
    this.#lastDown = Math.max(this.#lastDown, time.now + 1_000 * chance.between(weather.delayMs / 10, weather.delayMs))
    time.after((this.#lastDown - time.now) / 1_000, name, () => this.#arriveDown(work), this.owner)
  }

  #upward(name: string, work: () => void): void {
    const { time, chance, weather } = this.#parts
    this.#lastUp = Math.max(this.#lastUp, time.now + 1_000 * chance.between(weather.delayMs / 10, weather.delayMs))
    const arrive = (): void => {
      if (this.swallowsUp === null) work()
    }
    time.after((this.#lastUp - time.now) / 1_000, name, arrive, WORLD)
  }

  #expectOpen(): void {
    if (this.#state === 'opening') this.#end('the socket did not open in time', null)
  }

  #end(why: string, code: number | null): void {
    if (this.#state === 'over') return
    this.#forget()
    this.#goneAtExchange()
    this.#parts.onEnded(this)
    this.#options.onEnd(why, code === null ? {} : { code })
  }

  #forget(): void {
    this.#state = 'over'
    this.#parts.links.delete(this)
  }

  #goneAtExchange(): void {
    const near = this.#near
    this.#near = null
    if (near !== null) this.#later('gone', () => near.gone(), WORLD)
  }

  #later(name: string, work: () => void, owner: Owner = this.owner): void {
    const { time, chance, weather } = this.#parts
    time.after(chance.between(weather.delayMs / 10, weather.delayMs), name, work, owner)
  }
}
