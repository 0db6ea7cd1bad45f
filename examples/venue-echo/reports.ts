import {
  type OrderId,
  type Report,
  reconnecting,
  type Snapshot,
  type SocketEvent,
  snapshotFirst,
  socket,
  Timestamp,
} from 'oddsmith/venue'
import { defer, ignoreElements, interval, merge, type Observable, tap } from 'rxjs'
import { fillOf, hashOf } from './account.js'
import type { EchoKey } from './calls.js'
import type { GatewayParts } from './gateway.js'
import { type EchoFrame, macOf } from './wire.js'

export interface ReportParts extends GatewayParts {
  readonly key: EchoKey
  readonly epoch: number
  readonly snapshot: () => Promise<Snapshot>
  /** Our name of an order; null: it is not ours. */
  readonly idOf: (hash: string) => OrderId | null
}

/** The exchange takes all orders off an account that it does not hear of for three seconds. */
const BEAT_EVERY_MS = 1_000

/**
 * What the exchange says of the account: its link, all it has, and then each fill and each order that is gone. The link owes the exchange a heartbeat, which
 * this process sends only while it runs: where it stands still, its orders go.
 */
export function accountReports(parts: ReportParts): Observable<Report> {
  const { wires, wsUrl, timings, onNotice } = parts
  const lost = (error: unknown): readonly Report[] => {
    onNotice('the account’s link was lost', { why: error instanceof Error ? error.message : 'unknown' })
    const now = wires.clock.now()
    return [{ kind: 'link', state: 'lost', at: now, receivedAt: now }]
  }
  const link = defer(() => {
    const beats = createBeats(parts)
    const frames = socket({ url: wsUrl, venue: 'echo', wires, probe: { everyMs: timings.probeEveryMs } })
    const events = frames.pipe(
      tap(beats.saw),
      snapshotFirst<SocketEvent, Report>({
        venue: 'echo',
        isReady: event => event.kind === 'text' && event.text.startsWith('["ok"'),
        snapshot: async () => {
          const at = wires.clock.now()
          const snapshot = await parts.snapshot()
          const now = wires.clock.now()
          return [
            { kind: 'link', state: 'live', at: now, receivedAt: now },
            { kind: 'snapshot', snapshot, at, receivedAt: now },
          ]
        },
        live: event => reportsOf(event, parts, beats),
      }),
    )
    return merge(events, beats.due)
  })
  return reconnecting(link, { lost, wires })
}

interface Beats {
  /** Sends a heartbeat now and then; brings nothing. */
  readonly due: Observable<never>
  readonly saw: (event: SocketEvent) => void
  readonly sentAt: () => Timestamp
}

function createBeats({ wires, key }: ReportParts): Beats {
  let send: (text: string) => void = () => undefined
  let sentAt = Timestamp.ZERO
  const beat = (): void => {
    sentAt = wires.clock.now()
    send('["hb"]')
  }
  return {
    due: interval(BEAT_EVERY_MS, wires.scheduler).pipe(tap(beat), ignoreElements()),
    saw: event => {
      if (event.kind !== 'open') return
      send = event.send
      const t = Math.floor((wires.clock.now() + wires.clock.wallOffset()) / 1_000)
      send(JSON.stringify(['auth', key.account, t, macOf(key.secret, [key.account, t])]))
      beat()
    },
    sentAt: () => sentAt,
  }
}

function reportsOf(event: SocketEvent, parts: ReportParts, beats: Beats): readonly Report[] {
  if (event.kind === 'open') return []
  if (event.kind === 'answered') return [{ kind: 'heard', at: event.askedAt, receivedAt: parts.wires.clock.now() }]
  const { receivedAt } = event
  const said = JSON.parse(event.text) as EchoFrame
  switch (said[0]) {
    case 'f': {
      const fill = fillOf(said[1], parts.markets, parts.epoch)
      return fill === null ? [] : [{ kind: 'settled', fill, at: Timestamp.ofMs(said[1].ms), receivedAt }]
    }
    case 'g': {
      const order = parts.idOf(hashOf(said[1]))
      return order === null
        ? []
        : [{ kind: 'ended', order, how: 'canceled', why: null, at: Timestamp.ofMs(said[2]), receivedAt }]
    }
    case 'hb': {
      // Half of the way there and back: how far this computer's clock is ahead of the exchange's.
      const middle = (beats.sentAt() + receivedAt) / 2
      return [{ kind: 'offset', aheadUs: Math.round(middle - said[1] * 1_000), at: receivedAt, receivedAt }]
    }
    default:
      return []
  }
}
