import { z } from 'zod'
import type { BudgetOptions } from '../../engine/desk-options.js'
import { ROUND_MINUTES_MAX } from '../../exchange/server/markets/rounds-seed.js'
import { wholeSeconds } from '../../exchange/server/markets/whole-seconds.js'
import { isDefaultFeed } from '../../exchange/server/prices/price-feed.js'
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
    /** Seen from the config's folder. */
    file: z.string().min(1),
    /** Recorded seconds in a second. */
    speed: positive.max(1_000).default(1),
    loop: z.boolean().default(false),
    fillModel: fillModelSchema.exactOptional(),
  }),
  liveCrowdSchema,
  z.strictObject({ kind: z.literal('none') }),
])

/** Markets on whether a price goes up, one after another. */
const rounds = z.strictObject({
  /** The symbol of a price. */
  feed: z.string().refine(isDefaultFeed, 'expected a price that the embedded exchange has: BTC, BNB or ETH'),
  minutes: positive.max(ROUND_MINUTES_MAX).refine(minutes => wholeSeconds(minutes) !== null, 'expected whole seconds'),
})

const embedded = z.strictObject({
  /** Keeps several paper exchanges apart: each has its wallet, its markets and its money. */
  world: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'expected small letters, digits and dashes')
    .default('paper'),
  seed: count.default(1),
  /** What the wallet starts with. */
  fundUsdt: positive.max(1e9).default(1_000),
  settlementMs: count.max(600_000).optional(),
  settlementFailPercent: percent.optional(),
  crowd: crowd.default({ kind: 'synthetic' }),
  /** What the exchange inside is like, seen from the config's folder; absent: as config/world.yaml says. A field that stands here wins. */
  worldFile: z.string().min(1).optional(),
  /** Instead of the markets that it has by itself. */
  rounds: z.array(rounds).min(1).max(20).optional(),
})

/** What every venue has; the rest is the venue's own, and its definition checks it. */
export const venueFields = z.looseObject({
  /** A built-in venue, a file seen from the config's folder, or a package. */
  name: z.string().min(1),
  embedded: embedded.optional(),
  /** A run asks again for so long where the venue's hosts do not answer at its start; 0: once. */
  startWithinSeconds: z.number().nonnegative().max(86_400).default(30),
})

const strategy = z.strictObject({
  strategy: z.string().min(1),
  markets: marketsSchema.default('all'),
  parameters: z.record(z.string(), z.unknown()).default({}),
  /** Nothing of it takes. Absent: what holds for all. */
  makerOnly: z.boolean().exactOptional(),
  /** What its markets may have at risk together, and each of them. */
  limits: strategyLimitsSchema.prefault({}),
})

const lifeSeconds = z.number().int().min(10).max(86_400)

const requote = z.strictObject({
  requoteEveryMs: count.default(250),
  priceHysteresisTicks: z.number().nonnegative().default(0),
  sizeHysteresisPercent: percent.default(20),
  /** `auto`: as short as a quarter of the calls allows for the number of markets, and at least 30. */
  orderLifeSeconds: z
    .union([z.literal('auto'), lifeSeconds], { error: 'expected auto, or whole seconds from 10 to 86400' })
    .default('auto'),
  backoffMs: count.default(1_000),
})

/** A backtest has a number: what it finds must not hang on how many markets the recording has. */
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
  /** Absent: those that the venue publishes. */
  windows: z.array(window).min(1).optional(),
  /** Buckets of tokens that the venue counts calls in beside its windows. Absent: those that it publishes. */
  buckets: z.array(bucket).optional(),
  cancelReservePercent: percent.default(20),
  /** Calls of each trading window that belong to the keeper, which removes everything where the daemon cannot. */
  keeperCalls: count.default(20),
})

const logs = z.strictObject({
  /** The run's log goes on in a new file at this size. */
  partMaxMb: positive.default(32),
  /** Log files kept, the newest included. */
  partsMax: z.number().int().min(1).max(1_000).default(10),
  /** The run's input log goes on in a new part at this size or age, whichever comes first. */
  inputPartMaxMb: positive.default(256),
  inputPartMaxHours: positive.default(24),
  /** Parts of the input log kept; null keeps all, and a replay needs them all. */
  inputPartsMax: z.number().int().min(1).nullable().default(null),
  /** On paper: what the embedded exchange's history takes in a run's folder; beyond it the older half goes. */
  exchangeHistoryMaxMb: positive.default(256),
})

/** How often links and books are asked for evidence; 0: never. */
const feed = z.strictObject({
  probeEveryMs: count.max(60_000).default(USUAL_TIMINGS.probeEveryMs),
  heartbeatEveryMs: count.max(600_000).default(USUAL_TIMINGS.heartbeatEveryMs),
  silentBookMs: count.max(600_000).default(USUAL_TIMINGS.silentBookMs),
  /** Of the venue's calls, what comparisons of silent books may use. */
  confirmCallsPerMinute: count.max(600).default(USUAL_TIMINGS.confirmCallsPerMinute),
  definitionsEveryMs: count.max(3_600_000).default(USUAL_TIMINGS.definitionsEveryMs),
  /** How often it is asked which markets are open, where a strategy wants all or those of a filter. A long list is asked for less often. */
  marketsEveryMs: z.number().int().min(200).max(3_600_000).default(5_000),
  /** The venue's account is compared with our books so often, and at once where something is doubtful. */
  accountLookEveryMs: count.max(600_000).default(30_000),
})

const CLIENT = /^[a-z][a-z0-9-]{0,39}$/
/** Names that stand in the journal behind what this program itself does. */
const OWN_NAMES = new Set(['cli', 'page', 'fleet', 'keeper', 'operator', 'start', 'stray'])

/** Where a running daemon is watched and told what to do, on loopback alone; false: nowhere. */
const door = z.union([
  z.literal(false),
  z.strictObject({
    /** 0: any that is free. */
    port: z.number().int().min(0).max(65_535).default(0),
    /** Names of clients of your own; each has a token in the file door.json of the wallet's state folder, and its name behind what it does. */
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

/** What tells a reference; its other fields are checked by the schema of its source. */
const feedEntry = z.looseObject({
  /** A built-in one, a file or a package. */
  source: z.string().min(1),
  /** A value older than this is not trusted; null: however old it is. */
  silentMaxMs: positive.max(86_400_000).nullable().default(10_000),
})

const FEED_NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$/

/** By the names that strategies declare. */
const feeds = z.record(z.string(), feedEntry).superRefine((entries, context) => {
  for (const name of Object.keys(entries).filter(name => !FEED_NAME.test(name)))
    context.addIssue({
      code: 'custom',
      path: [name],
      message: 'expected a name of letters, digits, dots, dashes and underscores',
    })
})

/** What a person writes to say what shall run. Every field has its unit in its name, every default is the cautious one. */
export const configSchema = z.strictObject({
  venue: venueFields,
  strategies: z.array(strategy).min(1),
  feeds: feeds.default({}),
  requote: requote.prefault({}),
  feed: feed.prefault({}),
  limits: limitsSchema.prefault({}),
  /** Nothing is sent that would take, whatever a strategy answers. */
  makerOnly: z.boolean().default(false),
  budget: budget.prefault({}),
  /** How long a removed order may still settle. */
  graceMs: count.default(3_000),
  decideEveryMs: count.default(0),
  /** What a run does when every strategy has failed: it ends, or goes on without quoting. */
  onAllFailed: z.enum(['stop', 'idle']).default('stop'),
  logs: logs.prefault({}),
  door: door.prefault({}),
  ...alertFields,
  /** What `oddsmith backtest` goes by where it runs this config over a recording; no part of a run. */
  backtest: backtestTerms
    .extend({
      /** A file or a folder, seen from the config's folder. */
      recording: z.string().min(1).optional(),
    })
    .optional(),
  /** After so long without a sign of life of the daemon the keeper removes its orders. */
  unattendedMaxMs: z.number().int().min(1_000).max(60_000).default(5_000),
})

type Written = z.output<typeof configSchema>

/** A config with the calls that its venue allows. */
export type Config = Omit<Written, 'budget'> & {
  readonly budget: Omit<Written['budget'], 'windows' | 'buckets'> &
    Pick<BudgetOptions, 'windows' | 'buckets' | 'cancelsPerCall'>
}
export type EmbeddedVenue = z.output<typeof embedded>
