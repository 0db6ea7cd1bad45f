import { z } from 'zod'
import { RETENTION_MS } from '../../engine/blotter.js'
import type { BudgetOptions } from '../../engine/desk-options.js'
import { ROUND_MINUTES_MAX } from '../../exchange/server/markets/rounds-seed.js'
import { wholeSeconds } from '../../exchange/server/markets/whole-seconds.js'
import { isDefaultFeed } from '../../exchange/server/prices/price-feed.js'
import { isVenueFeed } from '../../model/venue-feeds.js'
import { USUAL_TIMINGS } from '../../venues/feed-timings.js'
import { alertFields } from './alerts-schema.js'
import { backtestTerms } from './backtest-terms.js'
import { limitsSchema, strategyLimitsSchema } from './limits-schema.js'
import { fillModelSchema, liveCrowdSchema } from './live-crowd-schema.js'
import { marketsSchema } from './markets-schema.js'

const count = z.number().int().nonnegative()
const positive = z.number().positive()
const percent = z.number().min(0).max(100)

const crowd = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('synthetic') }),
  z.strictObject({
    kind: z.literal('recorded'),
    /** Relative to the config's folder. */
    file: z.string().min(1),
    /** Recorded seconds per second. */
    speed: positive.max(1_000).default(1),
    loop: z.boolean().default(false),
    fillModel: fillModelSchema.exactOptional(),
  }),
  liveCrowdSchema,
  z.strictObject({ kind: z.literal('none') }),
])

/** A series of markets on whether a price goes up. */
const rounds = z.strictObject({
  /** The symbol of a price feed. */
  feed: z.string().refine(isDefaultFeed, 'expected a price that the embedded exchange has: BTC, BNB or ETH'),
  minutes: positive.max(ROUND_MINUTES_MAX).refine(minutes => wholeSeconds(minutes) !== null, 'expected whole seconds'),
})

const embedded = z.strictObject({
  /** A name that separates several paper exchanges: each has its own wallet, markets and money. */
  world: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'expected small letters, digits and dashes')
    .default('paper'),
  seed: count.default(1),
  /** The wallet's money at the start. */
  fundUsdt: z.number().min(0.000001).max(1e9).default(1_000),
  settlementMs: count.max(600_000).optional(),
  settlementFailPercent: percent.optional(),
  crowd: crowd.default({ kind: 'synthetic' }),
  /**
   * The file that describes the embedded exchange, relative to the config's folder. Absent: config/world.yaml. Fields of the config take precedence.
   */
  worldFile: z.string().min(1).optional(),
  /** Replaces the exchange's own markets. */
  rounds: z.array(rounds).min(1).max(20).optional(),
})

/** Fields of every venue. The venue's own definition checks its other fields. */
export const venueFields = z.looseObject({
  /** A built-in venue, a file relative to the config's folder, or a package. */
  name: z.string().min(1),
  embedded: embedded.optional(),
  /** How long a run retries if the venue's hosts do not answer at its start; 0: they are asked once. */
  startWithinSeconds: z.number().nonnegative().max(86_400).default(30),
})

const strategy = z.strictObject({
  strategy: z.string().min(1),
  markets: marketsSchema.default('all'),
  parameters: z.record(z.string(), z.unknown()).default({}),
  /** True: this strategy never takes. Absent: the top-level setting. */
  makerOnly: z.boolean().exactOptional(),
  /** Limits of all its markets together, and of each of them. */
  limits: strategyLimitsSchema.prefault({}),
})

const lifeSeconds = z.number().int().min(10).max(86_400)

const requote = z.strictObject({
  requoteEveryMs: count.default(250),
  priceHysteresisTicks: z.number().nonnegative().default(0),
  sizeHysteresisPercent: percent.default(20),
  /** `auto`: as short as a quarter of the calls allows for the number of markets, but at least 30 s. */
  orderLifeSeconds: z
    .union([z.literal('auto'), lifeSeconds], { error: 'expected auto, or whole seconds from 10 to 86400' })
    .default('auto'),
  backoffMs: count.default(1_000),
  /** How long a side gets no order after one of its orders was filled; 0: it gets the next one at once. */
  pauseAfterFillMs: count.default(0),
})

/** A backtest has a fixed number: its result must not depend on how many markets the recording has. */
export const backtestRequote = requote.extend({ orderLifeSeconds: lifeSeconds.default(120) })

const window = z.strictObject({
  route: z.enum(['trading', 'create']),
  calls: z.number().int().positive(),
  perMs: z.number().int().positive(),
})

const bucket = z.strictObject({
  route: z.enum(['trading', 'create']),
  capacity: z.number().int().positive(),
  refillPerSecond: positive,
})

const budget = z.strictObject({
  /** Absent: the venue's published windows. */
  windows: z.array(window).min(1).optional(),
  /** Token buckets by which the venue counts calls, beside its windows. Absent: those that the venue publishes. */
  buckets: z.array(bucket).optional(),
  cancelReservePercent: percent.default(20),
  /** Calls of each trading window reserved for the keeper, which removes all orders if the daemon cannot. */
  keeperCalls: count.default(20),
})

const logs = z.strictObject({
  /** The run's log continues in a new file at this size. */
  partMaxMb: positive.default(32),
  /** Number of log files kept, including the newest. */
  partsMax: z.number().int().min(1).max(1_000).default(10),
  /** The run's input log continues in a new part at this size or age, whichever comes first. */
  inputPartMaxMb: positive.default(256),
  inputPartMaxHours: positive.default(24),
  /** Number of parts of the input log that are kept; null keeps all. A replay needs all of them. */
  inputPartsMax: z.number().int().min(1).nullable().default(null),
  /** On paper: the greatest size of the embedded exchange's history in a run's folder. Beyond it, the older half is deleted. */
  exchangeHistoryMaxMb: positive.default(256),
})

/** How often links and books are checked; 0: never. */
const feed = z.strictObject({
  probeEveryMs: count.max(60_000).default(USUAL_TIMINGS.probeEveryMs),
  heartbeatEveryMs: count.max(600_000).default(USUAL_TIMINGS.heartbeatEveryMs),
  silentBookMs: count.max(600_000).default(USUAL_TIMINGS.silentBookMs),
  /** The greatest share of the venue's calls for comparing silent books. */
  confirmCallsPerMinute: count.max(600).default(USUAL_TIMINGS.confirmCallsPerMinute),
  definitionsEveryMs: count.max(3_600_000).default(USUAL_TIMINGS.definitionsEveryMs),
  /** How often the list of open markets is requested, if a strategy wants all markets or filters them. A long list is requested less often. */
  marketsEveryMs: z.number().int().min(200).max(3_600_000).default(5_000),
  /** How often the venue's account is compared with our books. A doubtful state is compared at once. */
  accountLookEveryMs: count.max(600_000).default(30_000),
})

const CLIENT = /^[a-z][a-z0-9-]{0,39}$/
/** Names that the journal uses for actions of this program itself. */
const OWN_NAMES = new Set(['cli', 'page', 'fleet', 'keeper', 'operator', 'start', 'stray'])

/** The local HTTP server through which a running daemon is watched and controlled; false disables it. */
const door = z.union([
  z.literal(false),
  z.strictObject({
    /** 0: any free port. */
    port: z.number().int().min(0).max(65_535).default(0),
    /** Names of your own clients. Each gets a token in door.json of the wallet's state folder, and the journal shows its name with its actions. */
    clients: z
      .array(
        z
          .string()
          .regex(CLIENT, 'expected small letters, digits and dashes')
          .refine(name => !OWN_NAMES.has(name), 'is a name of this program itself; take another one'),
      )
      .max(20)
      .default([]),
    /** Who may read /metrics: clients with a token, or every program on this computer. */
    metrics: z.enum(['token', 'public']).default('token'),
  }),
])

/** A source of a reference. The source's own schema checks its other fields. */
const feedEntry = z.looseObject({
  /** A built-in source, a file or a package. */
  source: z.string().min(1),
  /** A value older than this is not trusted; null: values have no age limit. */
  silentMaxMs: positive.max(86_400_000).nullable().default(10_000),
})

const FEED_NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$/

/** Feeds by the names that strategies declare. */
const feeds = z.record(z.string(), feedEntry).superRefine((entries, context) => {
  for (const name of Object.keys(entries).filter(name => !FEED_NAME.test(name)))
    context.addIssue({
      code: 'custom',
      path: [name],
      message: 'expected a name of letters, digits, dots, dashes and underscores',
    })
  for (const name of Object.keys(entries).filter(isVenueFeed))
    context.addIssue({
      code: 'custom',
      path: [name],
      message: `expected another name: alerts and metrics use ${name} for a feed of the venue`,
    })
})

/** The config of a run. Field names contain their units, and defaults are cautious. */
export const configSchema = z.strictObject({
  venue: venueFields,
  strategies: z.array(strategy).min(1),
  feeds: feeds.default({}),
  requote: requote.prefault({}),
  feed: feed.prefault({}),
  limits: limitsSchema.prefault({}),
  /** True: no order that would take is sent, whatever a strategy answers. */
  makerOnly: z.boolean().default(false),
  budget: budget.prefault({}),
  /** How long a removed order may still settle. */
  graceMs: count.max(RETENTION_MS).default(3_000),
  decideEveryMs: count.default(0),
  /** What a run does when every strategy has failed: it ends, or goes on without quoting. */
  onAllFailed: z.enum(['stop', 'idle']).default('stop'),
  logs: logs.prefault({}),
  door: door.prefault({}),
  ...alertFields,
  /** Settings for `oddsmith backtest` with this config. A run ignores them. */
  backtest: backtestTerms
    .extend({
      /** A file or a folder, relative to the config's folder. */
      recording: z.string().min(1).optional(),
    })
    .optional(),
  /** The keeper removes the daemon's orders after this time without a message from the daemon. */
  unattendedMaxMs: z.number().int().min(1_000).max(60_000).default(5_000),
  /** A run halts if the venue calls more orders in a row wrong in themselves than this; null disables it. */
  rejectedInARowMax: z.number().int().min(1).nullable().default(5),
})

type Written = z.output<typeof configSchema>

/** A config with the rate limits of its venue filled in. */
export type Config = Omit<Written, 'budget'> & {
  readonly budget: Omit<Written['budget'], 'windows' | 'buckets'> &
    Pick<BudgetOptions, 'windows' | 'buckets' | 'cancelsPerCall'>
}
export type EmbeddedVenue = z.output<typeof embedded>
