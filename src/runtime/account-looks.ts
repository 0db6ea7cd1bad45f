import type { Desk } from '../engine/desk.js'
import type { DeskState } from '../engine/desk-state.js'
import { totalOf } from '../engine/unredeemed.js'
import type { Batch } from '../model/batch.js'
import type { FillKey } from '../model/ids.js'
import type { Report } from '../model/report.js'
import { type RunClock, Timestamp } from '../model/time.js'
import type { AccountLook, Gateway } from '../venues/venue.js'
import { accountDifferences, areOnlySharesMoved } from './account-differences.js'
import { payoutsLeft } from './agreement.js'
import type { RunNotice } from './run-notice.js'
import type { SessionMarkets } from './session-markets.js'

/** Periodically compares the venue's account with the desk's: a stream that is alive may still have missed a report. */
export interface AccountLooks {
  /** Called with each batch after its turn. */
  saw(batch: Batch): void
  /** Starts no further look; the result of one in progress is dropped. */
  end(): void
  /** What our books lack, as two looks in a row found: one alone may be ahead of a report in flight. Empty: they agree. */
  differences(): readonly string[]
}

export interface AccountLooksOptions {
  /** How often, if nothing is in doubt; 0: never. */
  readonly everyMs: number
  readonly gateway: Pick<Gateway, 'look' | 'renew'>
  readonly desk: Pick<Desk, 'state' | 'doubts'>
  readonly markets: Pick<SessionMarkets, 'all'>
  readonly clock: RunClock
  readonly report: (report: Report) => void
  readonly notice: RunNotice
}

const SECOND = 1_000_000
/** Least time between two looks: reports in flight at the first have arrived by the second. */
const APART = 3 * SECOND
/** If the stream answers probes, a difference waits for a probe sent after it, but at most this long. */
const PROOF_MAX = 10 * SECOND
/** Money of a market that paid moves before its definition with the result is read. */
const MONEY_PATIENCE = 90 * SECOND
const DOUBTS_EVERY = SECOND
/** Differences named in one line of the log. */
const NAMED_MAX = 5
const OPEN_FILLS_MAX = 1_000

/**
 * Creates the looks of one run. If two looks find the same difference, and the stream is proven complete in between, a report was missed: the newer
 * look is applied as a snapshot if it is of one moment, and the stream is renewed, which brings another snapshot as after a break. A look that agrees
 * changes nothing, unless it shows other payouts to redeem than are booked. Pairs of shares that a transaction made or turned into cash are taken in
 * after two looks, without a new stream.
 */
export function createAccountLooks(options: AccountLooksOptions): AccountLooks {
  const { everyMs, gateway } = options
  return everyMs > 0 && gateway.look !== undefined ? new Looks(options) : NO_LOOKS
}

const NO_LOOKS: AccountLooks = { saw: () => undefined, end: () => undefined, differences: () => [] }

interface Found {
  readonly since: Timestamp
  /** The look before had found it too. */
  readonly isAgain: boolean
  readonly isMoney: boolean
}

interface Look extends AccountLook {
  readonly askedAt: Timestamp
  readonly answeredAt: Timestamp
}

class Looks implements AccountLooks {
  readonly #options: AccountLooksOptions
  /** Differences in the last look, and since when each exists. */
  #found = new Map<string, Found>()
  /** Matched fills without a reported end. */
  readonly #openFills = new Set<FillKey>()
  /** Changes with each link: what was read over one link proves nothing about another. */
  #link = 0
  #isLinked = false
  #isEnded = false
  #isLooking = false
  #isDoubtful = false
  #heardAt: Timestamp | null = null
  #doubtsAt = Timestamp.ZERO
  #lookedAt = Timestamp.ZERO
  /** Wait before the next look in doubt: it grows while looks find nothing. */
  #pause = APART

  constructor(options: AccountLooksOptions) {
    this.#options = options
    for (const key of options.desk.state().pending.keys()) this.#openFills.add(key)
  }

  saw({ now, reports, timer }: Batch): void {
    for (const report of reports) this.#take(report)
    if (!timer || !this.#isLinked || this.#isLooking || this.#isEnded) return
    if (now >= this.#doubtsAt + DOUBTS_EVERY) this.#askForDoubts(now)
    if (now >= this.#dueAt()) void this.#look()
  }

  end(): void {
    this.#isEnded = true
  }

  differences(): readonly string[] {
    return [...this.#found].filter(([, { isAgain }]) => isAgain).map(([what]) => what)
  }

  #take(report: Report): void {
    if (report.kind === 'heard') this.#heardAt = report.at
    else if (report.kind === 'link') this.#begin(report.state === 'live', report.receivedAt)
    else if (report.kind === 'matched') this.#open(report.fill.key)
    else if (report.kind === 'snapshot') for (const { fill } of report.snapshot.fills) this.#open(fill.key)
    else if (report.kind === 'settled' || report.kind === 'failed') {
      // The end of a fill that was never reported as matched: a report was missed, perhaps several.
      if (!this.#openFills.delete(report.fill.key)) this.#isDoubtful = true
    }
  }

  #open(key: FillKey): void {
    this.#openFills.add(key)
    if (this.#openFills.size <= OPEN_FILLS_MAX) return
    for (const oldest of this.#openFills) if (this.#openFills.delete(oldest)) break
  }

  /** A link begins with a snapshot, so nothing is in doubt yet. */
  #begin(isLive: boolean, at: Timestamp): void {
    this.#link++
    this.#isLinked = isLive
    this.#heardAt = null
    this.#lookedAt = at
    this.#found.clear()
  }

  #askForDoubts(now: Timestamp): void {
    this.#doubtsAt = now
    const isDoubtful = this.#options.desk.doubts().length > 0
    if (!isDoubtful && !this.#isDoubtful && this.#found.size === 0) this.#pause = APART
    this.#isDoubtful ||= isDoubtful
  }

  #dueAt(): number {
    const every = this.#options.everyMs * 1_000
    const isFound = [...this.#found.values()].some(({ isMoney }) => !isMoney)
    const wait = isFound ? APART : this.#isDoubtful ? this.#pause : every
    return this.#lookedAt + Math.min(wait, every)
  }

  async #look(): Promise<void> {
    const { gateway, clock, everyMs } = this.#options
    const link = this.#link
    const askedAt = clock.now()
    this.#isLooking = true
    const shown = await read(gateway)
    this.#isLooking = false
    if (this.#isEnded || link !== this.#link) return
    this.#lookedAt = clock.now()
    this.#pause = Math.min(everyMs * 1_000, this.#pause * 2)
    // No calls to spare: tried again as in doubt, at growing intervals.
    this.#isDoubtful = shown === null
    if (shown !== null) this.#judge({ ...shown, askedAt, answeredAt: this.#lookedAt })
  }

  #judge(look: Look): void {
    const { desk, markets } = this.#options
    const { snapshot, isStill, askedAt, answeredAt } = look
    const state = desk.state()
    const compared = { state, markets: markets.all, snapshot, askedAt }
    const found = accountDifferences(compared)
    const isPairs = isStill && found.length > 0 && found.every(({ isMoney }) => isMoney) && areOnlySharesMoved(compared)
    const before = this.#found
    const sinceOf = (what: string): Timestamp => before.get(what)?.since ?? answeredAt
    // While something changes, orders and fills can be compared but money cannot: earlier findings about money are kept.
    this.#found = new Map([...before].filter(([, { isMoney }]) => isMoney && !isStill))
    for (const { what, isMoney } of found)
      if (isStill || !isMoney)
        this.#found.set(what, { since: sinceOf(what), isAgain: before.has(what), isMoney: isMoney && !isPairs })
    const missed = [...this.#found].filter(([, one]) => this.#isProved(one, askedAt)).map(([what]) => what)
    if (missed.length > 0 && isPairs) this.#takePairs(look)
    else if (missed.length > 0) this.#tell(missed, look)
    else if (isStill && found.length === 0) this.#passPayouts(state, look)
  }

  /** No report says that payouts wait to be redeemed, or were redeemed: only the account shows it. */
  #passPayouts(state: DeskState, look: Look): void {
    const { markets } = this.#options
    if (payoutsLeft(state, markets.all, look.snapshot) !== totalOf(state.unredeemed)) this.#report(look)
  }

  /** No report says so either, and none was missed. Cash and both outcomes prove it, so it is not waited for as long as for other money. */
  #takePairs(look: Look): void {
    this.#found.clear()
    this.#report(look)
  }

  #report({ snapshot, askedAt, answeredAt }: Look): void {
    this.#options.report({ kind: 'snapshot', snapshot, at: askedAt, receivedAt: answeredAt })
  }

  /** Whether a difference can no longer be a report in flight. */
  #isProved({ since, isMoney }: Found, askedAt: Timestamp): boolean {
    if (isMoney) return askedAt >= since + MONEY_PATIENCE
    const isHeard = this.#heardAt !== null && this.#heardAt >= since
    return askedAt >= since + (isHeard ? APART : PROOF_MAX)
  }

  #tell(missed: readonly string[], look: Look): void {
    const { gateway, notice } = this.#options
    const more = missed.length > NAMED_MAX ? ` and ${missed.length - NAMED_MAX} more` : ''
    const words = `${missed.slice(0, NAMED_MAX).join('; ')}${more}`
    notice('warn', `the wallet’s stream missed a report, so the account is read again: ${words}`, { missed: missed.length })
    this.#found.clear()
    // Until the account agrees, or the new stream has brought its snapshot.
    this.#isDoubtful = true
    if (look.isStill) this.#report(look)
    gateway.renew?.()
  }
}

/** A failed read counts like one without calls to spare. */
async function read(gateway: AccountLooksOptions['gateway']): Promise<AccountLook | null> {
  try {
    return (await gateway.look?.()) ?? null
  } catch {
    return null
  }
}
