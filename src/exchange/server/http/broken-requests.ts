import type { Duplex } from 'node:stream'
import type { Timestamp } from '../../../model/time.js'
import { SLUGS } from '../../../protocol/api/slugs.js'
import { failure } from './envelope.js'
import { hangUp } from './hang-up.js'
import { inTurn } from './in-turn.js'
import { ApiRefusal, notFound, type RefusalStatus } from './refusal.js'

/** A request that Node could not parse: the parser's error, with the bytes it was reading. */
interface BrokenRequest extends Error {
  readonly code?: string
  readonly rawPacket?: Buffer
}

/** Answers requests that Node could not parse, in the error envelope like every other refusal. */
export interface BrokenRequests {
  /** For input that is not a valid request: not HTTP, URL or headers over the limit, or incomplete in time. */
  readonly refuse: (error: BrokenRequest, socket: Duplex) => void
  /** For CONNECT requests, which no operation serves. */
  readonly refuseConnect: (request: unknown, socket: Duplex) => void
}

/** Node provides only the connection, so the answer is written to it directly, and the connection is closed afterwards. */
export const createBrokenRequests = (now: () => Timestamp, headerBytesMax: number): BrokenRequests => {
  const refused = new WeakSet<Duplex>()
  const answer = (socket: Duplex, refusal: ApiRefusal): void => {
    if (!socket.writable) {
      socket.destroy()
      return
    }
    const text = JSON.stringify(failure(refusal, now()))
    const head = `HTTP/1.1 ${refusal.status} ${REASONS[refusal.status] ?? ''}\r\nContent-Type: application/json`
    hangUp(socket, `${head}\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`)
  }
  return {
    refuse: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
      // What follows a broken request on the connection cannot be parsed either, so only the first is answered.
      else if (!refused.has(socket)) {
        refused.add(socket)
        inTurn(socket, () => answer(socket, refusalOf(error, headerBytesMax)))
      }
    },
    refuseConnect: (_request, socket) => {
      socket.on('error', () => socket.destroy())
      answer(socket, notFound('operation'))
    },
  }
}

const refusalOf = ({ code, message, rawPacket }: BrokenRequest, headerBytesMax: number): ApiRefusal => {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return isLongUrl(rawPacket, headerBytesMax)
        ? broken(414, `the URL is too long: with all headers it may have ${headerBytesMax} bytes`)
        : broken(431, `the headers are too long: with the URL they may have ${headerBytesMax} bytes`)
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new ApiRefusal(413, SLUGS.payloadTooLarge, 'the extensions of a chunk are too long')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return broken(408, 'the request did not end in time')
    default:
      return broken(400, `the request is no HTTP/1.1: ${message}`)
  }
}

const broken = (status: RefusalStatus, message: string): ApiRefusal => new ApiRefusal(status, SLUGS.badRequest, message)

/** Whether the URL is too long and not the headers, which share one limit with it. The first line tells, if the bytes begin with a request. */
const isLongUrl = (packet: Buffer | undefined, most: number): boolean => {
  if (packet === undefined || !/^[A-Z]+ /.test(packet.toString('latin1', 0, 16))) return false
  const end = packet.indexOf('\n')
  return end < 0 || end > most
}

const REASONS: Partial<Record<RefusalStatus, string>> = {
  400: 'Bad Request',
  404: 'Not Found',
  408: 'Request Timeout',
  413: 'Payload Too Large',
  414: 'URI Too Long',
  431: 'Request Header Fields Too Large',
}
