import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { DoorError } from './door-error.js'
import type { DoorHistory } from './door-history.js'
import type { AlertsCopy } from './schemas-alerts.js'
import type { EventEntry } from './schemas-history.js'
import type { MarketDetail } from './schemas-market.js'
import type { RunCopy } from './schemas-run.js'
import type { WatchedCopies } from './watched-copies.js'

/** The open streams of a run. */
export interface EventStreams {
  open(context: Context, query: { readonly market?: unknown }): Response
  /** Closes all streams. */
  end(why: string): void
}

export interface EventStreamsOptions {
  readonly copies: WatchedCopies
  readonly history: Pick<DoorHistory, 'events'>
  readonly alerts: () => AlertsCopy
}

const COPY_EVERY_MS = 1_000
const DETAIL_EVERY_MS = 250
const LOOK_EVERY_MS = 500
const ALIVE_EVERY_MS = 15_000
const STREAMS_MAX = 32
const EVENTS_MAX = 500
/** Most bytes that may wait for one reader. */
const UNREAD_MAX = 1_048_576

interface Stream {
  send(event: string, data: unknown): void
  alive(): void
  end(why: string): void
}

/** Creates the streams of a door. The journal is read only while there is a stream. */
export function createEventStreams({ copies, history, alerts }: EventStreamsOptions): EventStreams {
  const streams = new Set<Stream>()
  let after: number | null = null
  let looking: NodeJS.Timeout | null = null
  let alive: NodeJS.Timeout | null = null
  let alertsText = ''

  const newEvents = (): readonly EventEntry[] => {
    try {
      const { events, next } = after === null ? { ...history.events(null, 1), events: [] } : history.events(after, EVENTS_MAX)
      after = next
      return events
    } catch {
      // The journal is busy: the next look finds what this one missed.
      return []
    }
  }
  /** Alerts are sent when they change, and not with a copy: an alert about a hanging trading thread must be sent when no copy comes. */
  const newAlerts = (): AlertsCopy | null => {
    const now = alerts()
    const text = JSON.stringify(now)
    if (text === alertsText) return null
    alertsText = text
    return now
  }
  const look = (): void => {
    for (const event of newEvents()) for (const stream of streams) stream.send('event', event)
    const changed = newAlerts()
    if (changed !== null) for (const stream of streams) stream.send('alerts', changed)
  }
  const begin = (): void => {
    if (looking !== null) return
    after = null
    look()
    looking = setInterval(look, LOOK_EVERY_MS)
    alive = setInterval(() => {
      for (const stream of streams) stream.alive()
    }, ALIVE_EVERY_MS)
  }
  const rest = (): void => {
    if (streams.size > 0 || looking === null || alive === null) return
    clearInterval(looking)
    clearInterval(alive)
    looking = alive = null
  }

  const open: EventStreams['open'] = (context, { market }) => {
    if (streams.size >= STREAMS_MAX)
      throw new DoorError(429, 'busy', `${STREAMS_MAX} streams are open already; close one of them first`)
    const strategy = new ByteLengthQueuingStrategy({ highWaterMark: UNREAD_MAX })
    let close = (): void => undefined
    const body = new ReadableStream<Uint8Array>(
      {
        start: controller => {
          close = begun(controller, context, typeof market === 'string' ? market : null)
        },
        cancel: () => close(),
      },
      strategy,
    )
    return context.body(body, 200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    })
  }

  function begun(controller: ReadableStreamDefaultController<Uint8Array>, context: Context, market: string | null): () => void {
    const encoder = new TextEncoder()
    const { incoming } = context.env as Partial<HttpBindings>
    let copiedAt = Number.NEGATIVE_INFINITY
    let isOpen = true
    const write = (text: string): void => {
      if (!isOpen) return
      controller.enqueue(encoder.encode(text))
      if ((controller.desiredSize ?? 0) > 0) return
      // Its reader is a megabyte behind: the waiting data is dropped, and the connection closed.
      close()
      incoming?.socket.destroy()
    }
    const stream: Stream = {
      send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
      alive: () => write(': alive\n\n'),
      end: why => {
        write(`event: end\ndata: ${JSON.stringify({ why })}\n\n`)
        if (isOpen) controller.close()
        close()
      },
    }
    const take = (copy: RunCopy, detail: MarketDetail | null): void => {
      if (detail !== null) stream.send('detail', detail)
      const now = performance.now()
      // A copy that comes slightly early counts as due.
      if (now - copiedAt < COPY_EVERY_MS - DETAIL_EVERY_MS / 2) return
      copiedAt = now
      stream.send('copy', copy)
    }
    const leave = copies.watch({ market, everyMs: market === null ? COPY_EVERY_MS : DETAIL_EVERY_MS, take })
    const close = (): void => {
      if (!isOpen) return
      isOpen = false
      leave()
      streams.delete(stream)
      rest()
    }
    streams.add(stream)
    begin()
    write(': open\n\n')
    stream.send('alerts', alerts())
    return close
  }

  return {
    open,
    end: why => {
      for (const stream of streams) stream.end(why)
    },
  }
}
