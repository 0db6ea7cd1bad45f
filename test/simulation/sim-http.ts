import {
  HELD_BACK,
  type HttpWire,
  HttpWireError,
  type HttpWireOptions,
  type HttpWireRequest,
  type HttpWireResponse,
} from '../../src/venues/wires/wires.js'
import type { Chance } from './chance.js'
import type { SimAnswer } from './rest-door.js'
import type { SimExchange } from './sim-exchange.js'
import { type Owner, type VirtualTime, WORLD } from './virtual-time.js'
import type { Weather } from './weather.js'

/** A request on its way, for those who watch the wire. */
export interface SentRequest {
  readonly path: string
  readonly body: string
  readonly sender: Owner
}

export interface HttpParts {
  readonly time: VirtualTime
  readonly chance: Chance
  readonly weather: Weather
  readonly exchange: SimExchange
  readonly onSent: (request: SentRequest) => void
  /** An answer reached the bot. */
  readonly onAnswered: (request: SentRequest, answer: SimAnswer) => void
}

const GATE_STATUSES = [429, 429, 503, 502, 500, 401, 425, 403] as const

/** HTTP in virtual time: each way takes its time, and the weather decides what arrives. */
export const openSimHttp =
  (parts: HttpParts, owner: Owner) =>
  (_origin: string, { timeoutMs }: HttpWireOptions): HttpWire => ({
    request: request =>
      new Promise((resolve, reject) => {
        new Trip(parts, { owner, request, resolve, reject }).begin(timeoutMs)
      }),
    close: async () => undefined,
  })

interface Asked {
  readonly owner: Owner
  readonly request: HttpWireRequest
  readonly resolve: (response: HttpWireResponse) => void
  readonly reject: (error: Error) => void
}

class Trip {
  readonly #parts: HttpParts
  readonly #asked: Asked
  readonly #sent: SentRequest
  #isOver = false
  #stopWaiting = (): void => undefined

  constructor(parts: HttpParts, asked: Asked) {
    this.#parts = parts
    this.#asked = asked
    const { path, body } = asked.request
    const text = body === null ? '' : typeof body === 'string' ? body : Buffer.from(body).toString()
    this.#sent = { path, body: text, sender: asked.owner }
  }

  begin(timeoutMs: number): void {
    const { request, owner } = this.#asked
    const { time, weather, chance, onSent } = this.#parts
    if (request.mayStart?.() === false) return this.#fail(HELD_BACK, false)
    if (weather.isRestRefused) return this.#later('refused', () => this.#fail('ECONNREFUSED', false))
    onSent(this.#sent)
    this.#stopWaiting = time.after(timeoutMs, 'request timeout', () => this.#fail('UND_ERR_HEADERS_TIMEOUT', true), owner)
    if (chance.hits(weather.gated)) {
      const status = chance.pick(GATE_STATUSES)
      return this.#later('gate', () => this.#later(`answer ${status}`, () => this.#answer(gateAnswer(status))))
    }
    if (chance.hits(weather.requestsLost)) return
    this.#later(`${request.method} ${shortPath(request.path)}`, () => void this.#arrive(), WORLD)
  }

  async #arrive(): Promise<void> {
    const { exchange, weather, chance } = this.#parts
    const { method, path, headers } = this.#asked.request
    if (exchange.open === null) return this.#later('refused', () => this.#fail('ECONNREFUSED', false))
    const { life } = exchange
    try {
      const answer = await exchange.answer({ method, path, headers: headersOf(headers), body: this.#sent.body })
      if (!life.isAlive || chance.hits(weather.answersLost)) return
      this.#later(`answer ${answer.status} ${shortPath(path)}`, () => this.#answer(answer))
    } catch {
      this.#later('reset', () => this.#fail('ECONNRESET', true))
    }
  }

  #answer(answer: SimAnswer): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#stopWaiting()
    this.#parts.onAnswered(this.#sent, answer)
    this.#asked.resolve(answer)
  }

  #fail(code: string, wasSent: boolean): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#stopWaiting()
    this.#asked.reject(new HttpWireError(`no answer: ${code}`, { wasSent, code }))
  }

  #later(name: string, work: () => void, owner: Owner = this.#asked.owner): void {
    const { time, chance, weather } = this.#parts
    time.after(chance.between(weather.delayMs / 10, weather.delayMs), name, work, owner)
  }
}

const gateAnswer = (status: number): SimAnswer => ({
  status,
  headers: {},
  text: status >= 500 ? '<html>' : '{"success":false}',
})

/** A path without what differs from run to run: cursors of pages are drawn by the computer. */
export const shortPath = (path: string): string => path.replace(/\?.*$/, '').replace(/0x[0-9a-f]{8}[0-9a-f]+/, '0x…')

function headersOf(list: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (let place = 0; place < list.length; place += 2) headers[(list[place] ?? '').toLowerCase()] = list[place + 1] ?? ''
  return headers
}
