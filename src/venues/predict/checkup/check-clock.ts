import { OPERATIONS } from '../../../protocol/api/operations.js'
import { requestOf } from '../../../protocol/api/request-of.js'
import { Finding } from '../../finding.js'
import { pause } from '../../wires/pause.js'
import type { Checkup } from './checkup.js'

const ASKED = 9
const APART_MS = 115
/** A run warns above this offset. */
const WARNED_MS = 250

/**
 * Compares this computer's clock with the `Date` header of answers, which has whole seconds: several answers within one second narrow the range.
 * `maxMs`: above it, a run places no orders; null: no such limit.
 */
export async function checkClock(checkup: Checkup, maxMs: number | null): Promise<readonly Finding[]> {
  const range = await measure(checkup)
  if (range === null)
    return [
      Finding.warn(
        'clock',
        'answers of the venue do not contain its time',
        'compare the clock of this computer by hand: chronyc tracking, or timedatectl',
      ),
    ]
  // The proven part of the offset: zero if the range includes zero.
  const provedMs = range.leastMs > 0 ? range.leastMs : Math.min(0, range.mostMs)
  const words = `the clock of this computer is ${rangeWords(range)} the venue's`
  if (Math.abs(provedMs) >= (maxMs ?? Number.POSITIVE_INFINITY))
    return [Finding.fail('clock', words, `a run would open nothing (limits.clockOffsetMaxMs is ${maxMs}); ${SYNC}`)]
  if (Math.abs(provedMs) >= WARNED_MS) return [Finding.warn('clock', words, SYNC)]
  return [Finding.ok('clock', words)]
}

const SYNC =
  'set the clock by the network: timedatectl set-ntp true, or install chrony; where it is right, the venue’s own clock is wrong: ask it'

/** How far this clock is ahead, at least and at most. */
interface Range {
  readonly leastMs: number
  readonly mostMs: number
}

function rangeWords({ leastMs, mostMs }: Range): string {
  const middle = Math.round((leastMs + mostMs) / 2)
  const within = Math.round((mostMs - leastMs) / 2)
  return `${Math.abs(middle)} ms (± ${within}) ${middle < 0 ? 'behind' : 'ahead of'}`
}

async function measure({ wires, baseUrl, apiKey }: Checkup): Promise<Range | null> {
  const url = new URL(baseUrl)
  const http = wires.openHttp(url.origin, { connections: 1, timeoutMs: 3_000 })
  const wallMs = (): number => (wires.clock.now() + wires.clock.wallOffset()) / 1_000
  const path = url.pathname.replace(/\/$/, '') + requestOf(OPERATIONS.getTags, {}).path
  const headers = apiKey === '' ? [] : ['x-api-key', apiKey]
  let range: Range | null = null
  try {
    for (let asked = 0; asked < ASKED; asked++) {
      const sentMs = wallMs()
      const answer = await http.request({ method: 'GET', path, headers, body: null, bytesMax: 1_000_000 }).catch(() => null)
      const date = answer?.headers['date']
      const atMs = typeof date === 'string' ? Date.parse(date) : Number.NaN
      if (Number.isFinite(atMs)) range = narrowed(range, { leastMs: sentMs - (atMs + 1_000), mostMs: wallMs() - atMs })
      await pause(wires.scheduler, APART_MS)
    }
  } finally {
    await http.close()
  }
  return range
}

/** The intersection of two measurements; if they contradict because a clock jumped, the later one. */
function narrowed(range: Range | null, { leastMs, mostMs }: Range): Range {
  if (range === null) return { leastMs, mostMs }
  const both = { leastMs: Math.max(range.leastMs, leastMs), mostMs: Math.min(range.mostMs, mostMs) }
  return both.leastMs <= both.mostMs ? both : { leastMs, mostMs }
}
