import { Decimal } from 'decimal.js'
import { z } from 'zod'
import { isOrigin } from '../../exchange/server/http/cors.js'
import { ROUND_MINUTES_MAX } from '../../exchange/server/markets/rounds-seed.js'
import { wholeSeconds } from '../../exchange/server/markets/whole-seconds.js'
import { SERIES_MINUTES_MAX } from '../../exchange/server/programme/programme.js'
import { titleKey } from '../../exchange/server/text/title-key.js'
import { addressFault } from '../../protocol/address-fault.js'
import { categoryWords, marketWords, namedOutcome, payout, slug } from '../../protocol/api/operations-operator.js'
import { fault } from '../../protocol/api/schemas-faults.js'
import { address, priceFeedProvider } from '../../protocol/api/schemas-words.js'
import { fillModelSchema, liveCrowdSchema } from './live-crowd-schema.js'

// The fields of a world file. An absent field means the exchange's own default.

const count = z.number().int().nonnegative()
const positive = z.number().positive()
const percent = z.number().min(0).max(100)
const line = z.string().trim().min(1).max(400)
const text = z.string().min(1).max(10_000)
const secret = z.union([z.string().min(1), z.strictObject({ env: z.string().min(1) })])
const decimals = z.literal([2, 3])
const feeRateBps = z.number().int().min(0).max(1_000)
const rewardsPerHour = z.number().min(0).max(1e6)
const minutesUpTo = (max: number) =>
  positive.max(max).refine(minutes => wholeSeconds(minutes) !== null, 'expected whole seconds')
const boost = z.strictObject({ minutes: minutesUpTo(SERIES_MINUTES_MAX), multiplier: positive.max(100) })
/** Dollars: a number, or a text if a double is not exact enough. */
const dollars = z.union([
  z.string().regex(/^\d{1,15}(?:\.\d{1,18})?$/, 'expected an amount such as "1000" or "0.5"'),
  z
    .number()
    .nonnegative()
    .max(1e12)
    .refine(amount => new Decimal(amount).decimalPlaces() <= 6, 'expected at most six decimals, or text')
    .transform(String),
])

const incidents = z.strictObject({
  pausePercent: percent.exactOptional(),
  tickChangePercent: percent.exactOptional(),
  clarificationPercent: percent.exactOptional(),
  disputePercent: percent.exactOptional(),
  halvesPercent: percent.exactOptional(),
  cancelOnlyPercent: percent.exactOptional(),
  matchingOffPercent: percent.exactOptional(),
  removalPercent: percent.exactOptional(),
})

const crowd = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('synthetic'), noiseASecond: z.number().min(0).max(1_000).exactOptional() }),
  z.strictObject({
    kind: z.literal('recorded'),
    /** Relative to the file's folder. */
    file: z.string().min(1),
    speed: positive.max(1_000).default(1),
    loop: z.boolean().exactOptional(),
    fillModel: fillModelSchema.exactOptional(),
  }),
  liveCrowdSchema,
  z.strictObject({ kind: z.literal('none') }),
])

/** An address as written by a person. */
const written = address.superRefine((text, context) => {
  const fault = addressFault(text)
  if (fault !== null) context.addIssue({ code: 'custom', message: fault })
})

const fund = z.strictObject({
  address: written,
  usdt: dollars,
  approvals: z.strictObject({ cash: z.boolean(), shares: z.boolean() }).exactOptional(),
})

const priceFeed = z.strictObject({
  symbol: z.string().regex(/^[A-Za-z][A-Za-z0-9]{0,19}$/, 'expected a short word such as BTC'),
  id: z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'expected 0x and 64 hex digits'),
  number: count.max(1e9),
  price: positive.max(1e9),
  volatility: z.number().min(0).max(10),
  decimals: count.max(8),
})

const rounds = z.strictObject({
  /** Symbol, id or number of a price feed. */
  feed: z.string().min(1),
  minutes: minutesUpTo(ROUND_MINUTES_MAX),
  provider: priceFeedProvider.exactOptional(),
  decimals: decimals.exactOptional(),
  feeRateBps: feeRateBps.exactOptional(),
  rewardsPerHour: rewardsPerHour.exactOptional(),
  isYieldBearing: z.boolean().exactOptional(),
})

/** The same fields, all optional. */
const exactPartial = <S extends Readonly<Record<string, z.ZodType>>>(shape: S) =>
  Object.fromEntries(Object.entries(shape).map(([key, schema]) => [key, schema.exactOptional()])) as {
    [K in keyof S]: z.ZodExactOptional<S[K]>
  }

const { outcomes: _outcomes, title: _title, ...marketDetails } = marketWords
const { endsAt: _endsAt, ...categoryDetails } = categoryWords
const { name: _name, ...outcomeExtras } = namedOutcome.shape

const market = z.strictObject({
  ...exactPartial(marketDetails),
  question: text,
  title: line.exactOptional(),
  outcomes: z.tuple([line, line]).exactOptional(),
  outcomeExtras: z.tuple([z.strictObject(outcomeExtras), z.strictObject(outcomeExtras)]).exactOptional(),
  category: z.strictObject({ ...exactPartial(categoryDetails), slug, title: line }).exactOptional(),
  conditionId: z
    .string()
    .regex(/^0x[0-9a-fA-F]{64}$/, 'expected 0x and 64 hex digits')
    .exactOptional(),
  decimals: decimals.exactOptional(),
  feeRateBps: feeRateBps.exactOptional(),
  endsInMinutes: positive.max(5_256_000).nullable().exactOptional(),
  resolvesTo: payout.exactOptional(),
  isNegRisk: z.boolean().exactOptional(),
  isYieldBearing: z.boolean().exactOptional(),
  rewardsPerHour: rewardsPerHour.exactOptional(),
  boost: boost.exactOptional(),
})

const contestants = z
  .array(z.strictObject({ name: line, abbreviation: z.string().trim().min(1).max(20) }))
  .min(2)
  .max(100)
const game = { league: line, contestants }
const lines = z.array(z.number().min(-1_000).max(1_000)).min(1).max(50)
const terms = {
  name: slug.max(60),
  everyMinutes: minutesUpTo(SERIES_MINUTES_MAX),
  lastsMinutes: minutesUpTo(SERIES_MINUTES_MAX).exactOptional(),
  isYieldBearing: z.boolean().exactOptional(),
  decimals: decimals.exactOptional(),
  feeRateBps: feeRateBps.exactOptional(),
  rewardsPerHour: rewardsPerHour.exactOptional(),
  boost: boost.exactOptional(),
  incidents: incidents.exactOptional(),
}

const series = z
  .discriminatedUnion('kind', [
    z.strictObject({
      ...terms,
      kind: z.literal('question'),
      title: line,
      question: text,
      description: text.exactOptional(),
      outcomes: z.tuple([line, line]).exactOptional(),
      isNegRisk: z.boolean().exactOptional(),
    }),
    z.strictObject({
      ...terms,
      kind: z.literal('group'),
      title: line,
      question: text,
      options: z
        .array(line)
        .min(2)
        .max(50)
        .refine(
          options => new Set(options.map(option => titleKey('', option))).size === options.length,
          'expected options that differ by more than little words',
        ),
    }),
    z.strictObject({ ...terms, kind: z.literal('sports-match'), ...game }),
    z.strictObject({ ...terms, kind: z.literal('sports-team-match'), ...game }),
    z.strictObject({ ...terms, kind: z.literal('sports-spread'), ...game, lines }),
    z.strictObject({
      ...terms,
      kind: z.literal('sports-props'),
      ...game,
      unit: line,
      lines,
    }),
    z.strictObject({ ...terms, kind: z.literal('esports-lol'), ...game, bestOf: count.min(1).max(99) }),
    z.strictObject({ ...terms, kind: z.literal('esports-cs2'), ...game, bestOf: count.min(1).max(99) }),
    z.strictObject({
      ...terms,
      kind: z.literal('tweet-count'),
      account: line,
      from: z
        .array(count.max(1e6))
        .min(2)
        .max(50)
        .refine(from => from.every((least, index) => index === 0 || least > (from[index - 1] ?? 0)), {
          error: 'expected numbers that grow',
        }),
    }),
  ])
  .refine(({ everyMinutes, lastsMinutes }) => (lastsMinutes ?? 0) <= 2 * everyMinutes, {
    path: ['lastsMinutes'],
    error: 'expected at most twice everyMinutes',
  })

const programme = z.strictObject({
  incidents: incidents.exactOptional(),
  series: z
    .array(series)
    .max(100)
    .superRefine((all, context) => {
      for (const [index, { name }] of all.entries())
        if (all.findIndex(other => other.name === name) !== index)
          context.addIssue({ code: 'custom', path: [index, 'name'], message: 'expected a name that no other series has' })
    }),
})

/** All options of an exchange. */
export const worldSchema = z.strictObject({
  host: z.string().min(1).exactOptional(),
  port: count.max(65_535).exactOptional(),
  /** Relative to the file's folder, or `:memory:`. */
  data: z.string().min(1).exactOptional(),
  seed: count.max(999_999_999).exactOptional(),
  chainId: z.literal([56, 97]).exactOptional(),
  /** Origins of web pages that may read answers. */
  cors: z
    .array(z.string().refine(isOrigin, 'expected an origin without a path, such as https://example.org, or *'))
    .max(100)
    .exactOptional(),
  requireApiKey: z.boolean().exactOptional(),
  apiKey: secret.exactOptional(),
  adminToken: secret.exactOptional(),
  accounts: count.max(1_000).exactOptional(),
  fund: z.array(fund).max(1_000).exactOptional(),
  smartAccounts: z
    .array(z.strictObject({ address: written, owner: written }))
    .max(1_000)
    .exactOptional(),
  takerDelayMs: count.max(600_000).exactOptional(),
  settlementMs: count.max(600_000).exactOptional(),
  settlementFailPercent: percent.exactOptional(),
  yieldPercentPerYear: z.number().min(0).max(1_000).exactOptional(),
  /** When holders of a decided market are paid. */
  payouts: z.enum(['at-result', 'on-redeem']).exactOptional(),
  convertFeeBps: count.max(10_000).exactOptional(),
  rateLimits: z
    .strictObject({
      tradingPerMinute: count.max(1e6).exactOptional(),
      searchPerMinute: count.max(1e6).exactOptional(),
      otherPerMinute: count.max(1e6).exactOptional(),
      orderPostsPerSecond: count.max(1e6).exactOptional(),
    })
    .nullable()
    .exactOptional(),
  streamLimits: z
    .strictObject({
      connections: count.exactOptional(),
      connectionsAnAddress: count.exactOptional(),
      topicsAConnection: count.exactOptional(),
      requestsASecond: count.exactOptional(),
      frameBytes: count.exactOptional(),
      waitingBytes: count.exactOptional(),
    })
    .exactOptional(),
  heartbeatMs: count.min(10).max(600_000).exactOptional(),
  drainMs: count.max(600_000).exactOptional(),
  snapshotEvery: count.min(1).max(1e9).exactOptional(),
  keepsLog: z.boolean().exactOptional(),
  crowd: crowd.exactOptional(),
  priceFeeds: z.array(priceFeed).max(100).exactOptional(),
  markets: z.array(market).max(500).exactOptional(),
  rounds: z.array(rounds).max(20).exactOptional(),
  programme: programme.exactOptional(),
  faults: z.array(fault).max(1_000).exactOptional(),
})
