import { connect } from 'node:net'
import type { DoorFile } from '../../src/operator/door-file.js'
import type { Action } from '../../src/operator/schemas-action.js'

/** What a client does once it has sent its request. */
export type Manner = 'reads' | 'stalls' | 'dies at once' | 'dies in the answer'

/** A client that has sent an action. */
export interface ActingClient {
  /** It has what it waits for: the answer, its first bytes, or nothing. */
  readonly isDone: () => boolean
  /** What it read of the answer. */
  readonly text: () => string
  readonly close: () => void
}

export interface ActOptions {
  readonly door: DoorFile
  readonly action: Action
  readonly key: string
  readonly manner: Manner
}

/** Sends an action as bytes, so that it can stop anywhere. */
export function sendAction({ door, action, key, manner }: ActOptions): ActingClient {
  const { port, host } = new URL(door.url)
  const body = JSON.stringify(action)
  let text = ''
  let isDone = manner === 'stalls'
  const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined)
  const request = [
    'POST /api/actions HTTP/1.1',
    ...[`Host: ${host}`, `Authorization: Bearer ${door.tokens['cli']}`, `Idempotency-Key: ${key}`],
    ...['Content-Type: application/json', `Content-Length: ${body.length}`, 'Connection: close'],
  ]
  socket.write(`${request.join('\r\n')}\r\n\r\n${body}`, () => {
    if (manner === 'dies at once') socket.destroy()
  })
  if (manner === 'stalls') socket.pause()
  else
    socket.setEncoding('utf8').on('data', read => {
      text += read
      if (manner === 'dies in the answer') socket.resetAndDestroy()
    })
  socket.once('close', () => {
    isDone = true
  })
  return { isDone: () => isDone, text: () => text, close: () => void socket.destroy() }
}
