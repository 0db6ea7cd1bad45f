import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Something on this computer that alerts are posted to. */
export interface Receiver {
  readonly url: string
  /** The bodies that it took, the oldest first. */
  readonly bodies: readonly Body[]
  /** Requests that came, taken or not. */
  readonly asked: () => number
  /** What it does from now on. */
  set(manner: Manner): void
  /** Resolves once one of the alerts that came passes; rejects after ten seconds. */
  until(isIt: (alert: ToldAlert) => boolean): Promise<ToldAlert>
  /** All alerts that came. */
  readonly alerts: () => readonly ToldAlert[]
  close(): Promise<void>
}

export type Body = Readonly<Record<string, unknown>>

/** An alert in a body of the template `json`. */
export interface ToldAlert {
  readonly id: string
  readonly kind: string
  readonly state: 'firing' | 'resolved'
  readonly severity: string
  readonly text: string
}

export type Manner =
  | 'take'
  | 'stall'
  | 'reset'
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }

/** A path that stands for the secret of a receiver: it must show nowhere. */
export const CANARY = 'T0CANARY/b0t-s3cret-of-a-receiver'

const WAIT_MS = 30_000

/** Opens one on a free port of loopback. */
export async function openReceiver(): Promise<Receiver> {
  const bodies: Body[] = []
  let asked = 0
  let manner: Manner = 'take'
  const server = createServer((request, response) => {
    asked++
    void answer(request, response)
  })
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let text = ''
    for await (const part of request.setEncoding('utf8')) text += String(part)
    if (manner === 'stall') return
    if (manner === 'reset') return void request.socket.resetAndDestroy()
    if (manner === 'take' && text !== '') bodies.push(JSON.parse(text) as Body)
    const { status, headers = {} } = manner === 'take' ? { status: 200 } : manner
    response.writeHead(status, headers).end('a word')
  }
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const alerts = (): readonly ToldAlert[] => bodies.flatMap(({ alerts }) => (alerts ?? []) as readonly ToldAlert[])
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${CANARY}`,
    bodies,
    asked: () => asked,
    set: next => {
      manner = next
    },
    alerts,
    until: async isIt => {
      const endsAt = performance.now() + WAIT_MS
      for (;;) {
        const found = alerts().find(isIt)
        if (found !== undefined) return found
        if (performance.now() > endsAt) throw new Error(`no such alert came; came: ${JSON.stringify(alerts())}`)
        await pause(20)
      }
    },
    close: () => closed(server),
  }
}

function closed(server: Server): Promise<void> {
  const done = new Promise<void>(resolve => server.close(() => resolve()))
  server.closeAllConnections()
  return done
}
