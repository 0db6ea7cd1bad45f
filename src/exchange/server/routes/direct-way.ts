import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Operation } from '../../../protocol/api/operation.js'
import { type Admission, type Admit, createAdmission } from '../auth/admission.js'
import type { House } from '../house.js'
import { after } from '../http/after.js'
import { BODY_BYTES_MAX, isEncoded } from '../http/body.js'
import { failure } from '../http/envelope.js'
import { refusalOf } from '../http/refusal-of.js'
import { type Answer, type AnyRequest, type Recognize, responder } from './serve.js'

/**
 * The way around the router for the few operations that market makers call all day. They ask the same doorman, the same schemas and the same
 * answers; only the objects that a router and its requests need are never made, which saves a few per cent of what taking an order costs.
 */
export interface DirectWay {
  readonly admit: Admit
  /** Takes an operation that is posted to a path without parameters. */
  open<const O extends Operation>(operation: O, answer: Answer<O>, recognize?: Recognize<O>): void
  /** Answers a request if it is for one of them. What it does not take, the app has to answer. */
  takes(incoming: IncomingMessage, outgoing: ServerResponse): boolean
}

interface Opened {
  readonly operation: Operation
  readonly respond: (request: AnyRequest) => object | Promise<object>
}

/** A way that nothing takes yet. */
export const createDirectWay = (house: House): DirectWay => {
  const admit = createAdmission(house)
  const opened = new Map<string, Opened>()
  return {
    admit,
    open: (operation, answer, recognize) => {
      opened.set(operation.path, { operation, respond: responder(house, operation, answer, recognize) })
    },
    takes: (incoming, outgoing) => {
      const found = incoming.method === 'POST' ? opened.get(incoming.url ?? '') : undefined
      if (found === undefined) return false
      const { 'content-length': length, 'content-encoding': encoding } = incoming.headers
      // A body of unknown or of too great a length is the app's to measure, and to refuse where it is packed.
      if (!(Number(length) <= BODY_BYTES_MAX) || isEncoded(encoding)) return false
      const call = new DirectCall(incoming)
      call.read(() => answer(house, admit, { call, outgoing, ...found }))
      return true
    },
  }
}

interface Taken extends Opened {
  readonly call: DirectCall
  readonly outgoing: ServerResponse
}

/** Nobody is told anything, not even a refusal, before what it rests on is on disk. */
const answer = (house: House, admit: Admit, { call, outgoing, operation, respond }: Taken): void => {
  let admission: Admission | null = null
  const send = (status: number, body: object): void => {
    const text = JSON.stringify(body)
    outgoing.writeHead(status, headersOf(admission, Buffer.byteLength(text))).end(text)
  }
  const refuse = (error: unknown): void => {
    const refusal = refusalOf(house, error)
    send(refusal.status, failure(refusal, house.floor.now()))
  }
  const succeed = (body: object): void => send(operation.status, body)
  const whenWritten = (then: () => void): void => {
    const writing = house.floor.written()
    if (writing === null) then()
    else writing.then(then, refuse)
  }
  try {
    const body = after(admit(call, call.address), told => {
      admission = told
      if (told.refusal !== null) throw told.refusal
      return respond(call)
    })
    if (body instanceof Promise)
      body.then(
        told => whenWritten(() => succeed(told)),
        error => whenWritten(() => refuse(error)),
      )
    else whenWritten(() => succeed(body))
  } catch (error) {
    whenWritten(() => refuse(error))
  }
}

const headersOf = (admission: Admission | null, length: number): OutgoingHttpHeaders => {
  const headers: OutgoingHttpHeaders = { 'Content-Type': 'application/json' }
  for (const [name, value] of admission?.headers ?? []) headers[name] = value
  headers['Content-Length'] = length
  return headers
}

/** A request with a body, as it comes from the socket. */
class DirectCall implements AnyRequest {
  readonly #incoming: IncomingMessage
  readonly #parts: Buffer[] = []

  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming
  }

  get method(): string {
    return this.#incoming.method ?? ''
  }

  get path(): string {
    return this.#incoming.url ?? ''
  }

  get address(): string {
    return this.#incoming.socket.remoteAddress ?? 'unknown'
  }

  /** Waits for the body. A client that hangs up first is never answered. */
  read(done: () => void): void {
    this.#incoming.on('data', (part: Buffer) => this.#parts.push(part))
    this.#incoming.on('end', done)
  }

  header(name: string): string | undefined {
    const value = this.#incoming.headers[name]
    return typeof value === 'string' ? value : undefined
  }

  params(): Readonly<Record<string, string>> {
    return {}
  }

  query(): Readonly<Record<string, readonly string[]>> {
    return {}
  }

  bytes(): Buffer {
    const [first] = this.#parts
    return first !== undefined && this.#parts.length === 1 ? first : Buffer.concat(this.#parts)
  }

  text(): string {
    const bytes = this.bytes()
    // A mark of the byte order is no part of the text.
    return bytes[0] === MARK && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.toString('utf8', 3) : bytes.toString('utf8')
  }
}

/** What a mark of the byte order begins with. */
const MARK = 0xef
