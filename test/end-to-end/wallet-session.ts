import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { Assignment, DeskSettings } from '../../src/engine/desk-options.js'
import { deskSettings } from '../../src/engine/settings.js'
import type { RunningExchange } from '../../src/exchange.js'
import { type Journal, openJournal } from '../../src/journal/journal.js'
import { pull } from '../../src/model/quote.js'
import type { RunClock } from '../../src/model/time.js'
import { createSigner } from '../../src/protocol/sign.js'
import type { Pulse } from '../../src/runtime/pulse.js'
import { restoreState } from '../../src/runtime/restore-state.js'
import { type Session, type SessionOptions, startSession } from '../../src/runtime/session.js'
import { createSystemClock } from '../../src/runtime/system-clock.js'
import type { Strategy } from '../../src/strategy/strategy.js'
import { type FeedTimings, NO_TIMINGS } from '../../src/venues/feed-timings.js'
import { createPredictVenue } from '../../src/venues/predict/predict-venue.js'
import type { TradingGateway } from '../../src/venues/venue-definition.js'

/** A daemon's whole inside in this process: venue, journal, desk and driver, for one wallet and one strategy. */
export interface WalletSession {
  readonly session: Session
  readonly gateway: TradingGateway
  readonly clock: RunClock
  readonly journal: Journal
  readonly file: string
  /** Everything the run told people, with the names of its fields. */
  readonly told: readonly string[]
  close(): Promise<void>
}

export interface WalletSessionOptions {
  readonly exchange: RunningExchange
  readonly account?: number
  /** What it quotes by; not asked where a whole strategy is given. */
  readonly decide?: Strategy<unknown>['decide']
  readonly assigned?: Pick<Assignment, 'definition' | 'parameters'>
  readonly settings?: Partial<DeskSettings>
  readonly timings?: Partial<FeedTimings>
  /** Absent: that of a config. */
  readonly rejectedInARowMax?: number
  /** In ms; absent: the account is never looked at. */
  readonly accountLookEveryMs?: number
  /** What tells references. */
  readonly references?: (clock: RunClock) => NonNullable<SessionOptions['references']>
  /** What would tell a keeper. */
  readonly pulse?: Pulse
  /** Where the disk ends for the journal. */
  readonly pagesMax?: number
  /** Sees each turn. */
  readonly show?: SessionOptions['show']
}

const SETTINGS = deskSettings({
  requote: { backoffMs: 500 },
  limits: { orderMinUsdt: 1 },
  budget: { windows: [{ route: 'trading', calls: 500, perMs: 60_000 }] },
  graceMs: 500,
})

/** Wakes a wallet of the exchange's test accounts with a journal in a file of its own. */
export async function wakeWallet(options: WalletSessionOptions): Promise<WalletSession> {
  const { exchange, account = 0, decide = () => pull('nothing to say'), timings = NO_TIMINGS } = options
  const folder = mkdtempSync(join(tmpdir(), 'oddsmith-'))
  const file = join(folder, 'journal.db')
  const { pagesMax } = options
  const journal = openJournal(file, { epoch: 900 + account, ...(pagesMax !== undefined && { pagesMax }) })
  const clock = createSystemClock()
  const told: string[] = []
  const onNotice = (text: string, fields: object = {}): void => void told.push(`${text} ${JSON.stringify(fields)}`)
  const venue = createPredictVenue({ ...exchange, clock, timings, onNotice })
  const markets = await venue.markets({ ids: exchange.markets.map(({ id }) => String(id)) })
  const signer = createSigner({ privateKey: exchange.accounts[account]?.privateKey ?? '', chainId: exchange.chainId })
  const definition = {
    name: 'test',
    version: 1,
    watches: 'touch',
    parameters: z.unknown(),
    create: () => ({ decide }),
  } as const
  const gateway = venue.gateway({ signer, epoch: journal.epoch }, new Map())
  const session = await startSession({
    venue,
    gateway,
    journal,
    markets,
    assignments: markets.map(({ index }) => ({ market: index, ...(options.assigned ?? { definition, parameters: {} }) })),
    settings: { ...SETTINGS, ...options.settings },
    state: restoreState(journal).state,
    clock,
    notice: (_, text, fields) => onNotice(text, fields),
    ...(options.references && { references: options.references(clock) }),
    ...(options.pulse && { pulse: options.pulse }),
    ...(options.show && { show: options.show }),
    accountLookEveryMs: options.accountLookEveryMs ?? 0,
    rejectedInARowMax: options.rejectedInARowMax ?? 5,
  })
  return {
    session,
    gateway,
    clock,
    journal,
    file,
    told,
    close: async () => {
      venue.close()
      journal.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
