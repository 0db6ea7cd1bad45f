import { counted } from '../model/counted.js'
import type { LiveListener, LiveSource, StopSource } from '../model/live-source.js'
import { reasonOf } from '../model/reason-of.js'
import type { Timestamp } from '../model/time.js'
import type { CoreCommand, CrowdCommand } from './core/command.js'
import { isRow } from './crowd/is-row.js'
import { LiveCrowd } from './crowd/live-crowd.js'
import { createLiveMarkets, type LiveMarkets, redefineLive } from './server/markets/live-markets.js'
import { closeOthers } from './server/markets/recorded-markets.js'
import { StartError } from './server/start-error.js'
import type { StopTimer } from './server/timers.js'
import type { Writes } from './server/writes/writes.js'
import type { StopCrowd } from './start-crowd.js'

export interface LiveOptions {
  readonly source: LiveSource
  /** How long a decrease waits for a print that explains it, in ms. */
  readonly pairWithinMs: number
  /** A market for which the venue sent and confirmed nothing for this long is dark, in ms. */
  readonly darkAfterMs: number
}

/** How long a start waits for the books of followed markets. */
const BOOKS_WITHIN_MS = 5_000
const BOOKS_EVERY_MS = 20
/** Longest time between two checks for silent markets. */
const LOOK_EVERY_MS = 250

/**
 * Follows a venue's live feed on markets of this exchange. Resolves when the venue was reached and its books are here; rejects with the source's
 * error when it cannot be reached. A dark market stays dark until the venue shows its book, even after a restart.
 */
export const startLive = async (writes: Writes, options: LiveOptions): Promise<StopCrowd> => {
  const { source, darkAfterMs } = options
  const { reads, timers } = writes
  const markets = createLiveMarkets(writes, source.name)
  await closeOthers(writes, source.name)
  darkenAll(writes, markets)
  const following = new Following(writes, markets, options)
  const stopSource = await begin(source, {
    hear: events => following.do(now => following.crowd.hear(events, now)),
    owed: () => markets.owed(),
    ended: why => following.do(now => following.crowd.end(why, now)),
    notice: (text, fields) => writes.log(text, fields),
  })
  const stopLooking = timers.every(Math.min(LOOK_EVERY_MS, darkAfterMs / 2), () =>
    following.do(now => following.crowd.pass(now)),
  )
  const stop = (): void => {
    stopSource()
    stopLooking()
    following.do(now => following.crowd.end('the exchange closes', now))
    following.stop()
  }
  for (let waited = 0; !following.crowd.isLit && waited < BOOKS_WITHIN_MS; waited += BOOKS_EVERY_MS)
    await new Promise<void>(resolve => void timers.after(BOOKS_EVERY_MS, resolve))
  if (!following.crowd.isLit)
    writes.log('the venue has not shown every book yet', { waitedMs: BOOKS_WITHIN_MS, at: reads.now() })
  return stop
}

const begin = async (source: LiveSource, listener: LiveListener): Promise<StopSource> => {
  try {
    return await source.start(listener)
  } catch (error) {
    throw new StartError('venue', reasonOf(error), error)
  }
}

/** Makes markets dark that a killed process left open, until they are followed again. */
const darkenAll = (writes: Writes, markets: LiveMarkets): void => {
  const at = writes.reads.now()
  for (const market of markets.open()) {
    const isOpen = writes.reads.core.market(market)?.trading !== 'CANCEL_ONLY'
    perform(writes, [
      ...(isOpen ? [{ kind: 'trading', at, market, status: 'CANCEL_ONLY' } as const] : []),
      { kind: 'crowd-clear', at, market, isDark: true },
    ])
  }
}

/** A live crowd, its timer, and messages that wait for the end of the turn. */
class Following {
  readonly crowd: LiveCrowd
  readonly #writes: Writes
  #stopTimer: StopTimer | null = null
  #isStopped = false
  /** Markets by the reason why they became dark, '' if their books are known again; logged together at the end of a turn. */
  readonly #news = new Map<string, number[]>()

  constructor(writes: Writes, markets: LiveMarkets, { pairWithinMs, darkAfterMs }: LiveOptions) {
    this.#writes = writes
    this.crowd = new LiveCrowd({
      pairWithinUs: pairWithinMs * 1_000,
      darkAfterUs: darkAfterMs * 1_000,
      place: {
        open: market => markets.find(market.id) ?? markets.add(market),
        find: id => markets.find(id),
        redefine: (id, market) => redefineLive(writes, id, market),
        market: id => writes.reads.core.market(id),
        perform: commands => perform(writes, commands),
        tell: (id, why) => this.#tell(id, why ?? ''),
      },
    })
  }

  /** Lets the crowd act now. If the exchange refuses its rows, the crowd stops. */
  do(work: (now: Timestamp) => void): void {
    if (this.#isStopped) return
    try {
      work(this.#writes.reads.now())
    } catch (error) {
      this.stop()
      this.#writes.log('the live crowd has left', { error: String(error) })
      return
    }
    this.#schedule()
  }

  stop(): void {
    this.#isStopped = true
    this.#stopTimer?.()
    this.#say()
  }

  /** Sets the timer for rows that wait for a print. */
  #schedule(): void {
    const { goesAt } = this.crowd
    if (goesAt === null || this.#stopTimer !== null) return
    const waitMs = Math.max(1, Math.ceil((goesAt - this.#writes.reads.now()) / 1_000))
    this.#stopTimer = this.#writes.timers.after(waitMs, () => {
      this.#stopTimer = null
      this.do(now => this.crowd.pass(now))
    })
  }

  #tell(id: number, why: string): void {
    if (this.#news.size === 0) this.#writes.timers.soon(() => this.#say())
    const known = this.#news.get(why)
    if (known === undefined) this.#news.set(why, [id])
    else known.push(id)
  }

  #say(): void {
    for (const [why, markets] of this.#news) {
      const count = counted(markets.length, 'market')
      if (why === '') this.#writes.log(`the live books of ${count} are here`, { markets })
      else this.#writes.log(`${count} dark: ${why}`, { markets })
    }
    this.#news.clear()
  }
}

/** Plays rows of the crowd in runs, applies other commands between them, and logs refusals. */
const perform = (writes: Writes, commands: readonly CoreCommand[]): void => {
  let rows: CrowdCommand[] = []
  const play = (): void => {
    if (rows.length > 0) writes.sequencer.play(rows)
    rows = []
  }
  for (const command of commands) {
    if (isRow(command)) rows.push(command)
    else {
      play()
      const answer = writes.sequencer.take({ command })
      if (answer.kind === 'refused')
        writes.log('the exchange refused a command of the followed venue', {
          command: command.kind,
          why: answer.note ?? answer.reason,
        })
    }
  }
  play()
}
