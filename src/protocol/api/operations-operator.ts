import { z } from 'zod'
import type { Operation } from './operation.js'
import * as q from './queries.js'
import { NOT_FOUND } from './refusals.js'
import { fault, setFault } from './schemas-faults.js'
import * as open from './schemas-market.js'
import * as w from './schemas-words.js'

// The operator's side. No public client uses it, so unknown fields are refused instead of ignored.

const TEXT_MAX = 10_000
const LINE_MAX = 400
const LIST_MAX = 200
const NAME_MAX = 100
/** The last whole year whose microseconds a double counts exactly is 2254. */
const YEAR_END = 2_200

const line = z.string().trim().min(1).max(LINE_MAX)
const text = z.string().min(1).max(TEXT_MAX)
const image = z.string().max(2_000)
const time = w.isoTime
  .refine(
    value => !Number.isNaN(Date.parse(value)) && Number(value.slice(0, 4)) >= 1970 && Number(value.slice(0, 4)) < YEAR_END,
    `must be a time between 1970 and ${YEAR_END}`,
  )
  // JavaScript reads the 30th of February as a day in March, which would end a market on another day than the one that was written.
  .refine(value => new Date(value).toJSON()?.slice(0, 10) === value.slice(0, 10), 'must be a day of the calendar')
/** A name used in URLs. */
export const slug = z
  .string()
  .max(200)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be small letters, digits and single hyphens')
/** Payout of one Yes share. */
export const payout = z
  .union([z.literal(0), z.literal(0.5), z.literal(1)], 'must be 0, 0.5 or 1')
  .describe('what one Yes share pays')
const finite = z.number().min(-1e12).max(1e12)

const team = open.team.partial({ alias: true, league: true, imageUrl: true }).transform(one => ({
  ...one,
  alias: one.alias ?? null,
  league: one.league ?? null,
  imageUrl: one.imageUrl ?? null,
}))
const tag = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,40}$/, 'must be a short word'),
  name: line,
  level: z.number().int().min(0).max(100).nullable().default(1),
  parentId: z.string().max(40).nullable().default(null),
  makerRebateBps: z.number().int().min(0).max(10_000).default(0),
})
const variantData = z
  .strictObject({
    type: w.marketVariant,
    priceFeedProvider: w.priceFeedProvider.nullable().default(null),
    priceFeedId: z.string().max(100).nullable().default(null),
    priceFeedSymbol: z.string().max(100).nullable().default(null),
    startPrice: finite.nullable().default(null),
    endPrice: finite.nullable().default(null),
  })
  .describe('`type` is the market variant')

/** Text fields of a category. */
export const categoryWords = {
  shortTitle: line,
  description: text,
  imageUrl: image,
  isVisible: z.boolean(),
  marketVariant: w.marketVariant,
  variantData: variantData.nullable(),
  variantDetails: open.variantDetails.nullable(),
  negRiskOnChainId: w.bytes32.nullable(),
  parentSlug: slug.nullable(),
  resolutionProvider: w.resolutionProvider,
  publishedAt: time,
  startsAt: time,
  endsAt: time.nullable(),
  teams: z.array(team).max(LIST_MAX).nullable(),
  tags: z.array(tag).max(LIST_MAX),
}
const newCategory = z.strictObject({
  slug,
  title: line,
  isNegRisk: z.boolean().default(false).describe('exactly one of its markets resolves to Yes'),
  isYieldBearing: z.boolean().default(false),
  ...z.object(categoryWords).partial().shape,
})
const changedCategory = z.strictObject({ title: line, ...categoryWords }).partial()

/** An outcome with its name. */
export const namedOutcome = z.strictObject({
  name: line,
  team: team.nullable().default(null),
  variantDetails: open.variantDetails.nullable().default(null),
})
/** Text fields of a market. */
export const marketWords = {
  title: line,
  description: text,
  imageUrl: image,
  isVisible: z.boolean(),
  outcomes: z.tuple([namedOutcome, namedOutcome]),
  oracleQuestionId: w.bytes32.nullable(),
  resolverAddress: w.address.nullable(),
  questionIndex: z.number().int().min(0).max(1e9).nullable(),
  pointAllocationBps: z.number().int().min(0).max(10_000),
  polymarketConditionIds: z.array(z.string().min(1).max(100)).max(LIST_MAX),
  kalshiMarketTicker: z.string().min(1).max(100).nullable(),
  marketVariant: w.marketVariant,
  marketType: w.marketType.nullable(),
  variantData: variantData.nullable(),
  variantDetails: open.variantDetails.nullable(),
  team: team.nullable(),
}
const decimals = z.union([z.literal(2), z.literal(3)], 'must be 2 or 3').describe('decimals of a price')
const rewardWords = {
  spreadThreshold: z.number().min(0).max(1),
  shareThreshold: z.number().min(0).max(1e7),
  schedule: z
    .array(z.strictObject({ hourlyRate: z.number().min(0).max(1e6), startsAt: time, endsAt: time }))
    .max(LIST_MAX)
    .describe('periods that do not overlap, points an hour for the whole market'),
  boost: z.strictObject({ startsAt: time, endsAt: time, multiplier: z.number().positive().max(100) }).nullable(),
}
const newMarket = z.strictObject({
  categorySlug: slug,
  question: text,
  conditionId: w.bytes32.optional(),
  decimalPrecision: decimals.default(2),
  feeRateBps: z.number().int().min(0).max(1_000).default(200),
  endsAt: time.nullable().optional().describe("default: the category's"),
  resolvesTo: payout.nullable().default(null).describe('proposed automatically at its end; null: an operator proposes it'),
  tradingStatus: w.tradingStatus.exclude(['CLOSED']).default('OPEN'),
  hasCrowd: z.boolean().default(true).describe('whether the synthetic crowd trades here, if there is one'),
  rewards: z.strictObject(rewardWords).partial().default({}),
  ...z.object(marketWords).partial().shape,
})
const changedMarket = z.strictObject({ question: text, ...marketWords }).partial()

const nonce = z.number().int()

/** An account as shown to the operator. */
export const operatorAccount = z
  .object({
    address: z.string(),
    name: z.string(),
    imageUrl: z.string().nullable(),
    cash: w.mutable(w.wei),
    reservedCash: w.mutable(w.wei),
    isCashApproved: z.boolean().describe('whether every contract may take its dollars'),
    isSharesApproved: z.boolean().describe('whether every contract may take its shares'),
    nonces: z
      .object({ plain: nonce, negRisk: nonce, yieldBearing: nonce, yieldBearingNegRisk: nonce })
      .describe('what each exchange contract requires in its orders'),
    feeDiscountBps: z.number().int(),
    points: w.mutable(z.number()),
    pendingRebate: w.mutable(w.wei.describe('its rebate of takers’ fees as a maker')),
    holdings: w.mutable(
      z.array(
        z.object({
          marketId: z.number().int(),
          yes: w.wei,
          no: w.wei,
          reservedYes: w.wei,
          reservedNo: w.wei,
        }),
      ),
    ),
  })
  .meta({ id: 'OperatorAccount' })

const dollars = z
  .string()
  .regex(/^-?\d{1,15}(?:\.\d{1,18})?$/, 'must be an amount such as "100" or "-0.5"')
  .describe('decimal number as text; a negative amount is taken out')

const write = { method: 'POST', proof: 'operator', status: 200, query: q.nothing, form: 'data' } as const
const onCategory = {
  ...write,
  group: "Operator's categories",
  params: q.bySlug,
  answer: open.category,
  refuses: NOT_FOUND,
} as const
const onMarket = {
  ...write,
  group: "Operator's markets",
  params: q.byMarketId,
  answer: open.market,
  refuses: NOT_FOUND,
} as const
const onAccount = { ...write, group: "Operator's accounts", params: q.byAddress, answer: operatorAccount } as const

const onFaults = { ...write, group: 'Faults', params: q.nothing, answer: setFault } as const
const byFault = z.object({ id: z.coerce.number().int().min(1).max(1e9).describe('number of the fault') })

/** Everything that an operator may do, from the exchange's machine and with its admin token. */
export const OPERATOR_OPERATIONS = {
  createCategory: {
    ...onCategory,
    id: 'createCategory',
    path: '/admin/categories',
    summary: 'Creates a category',
    refuses: [],
    status: 201,
    params: q.nothing,
    body: newCategory,
  },
  changeCategory: {
    ...onCategory,
    id: 'changeCategory',
    path: '/admin/categories/{slug}',
    summary: 'Changes the text of a category; a new end applies to its markets too',
    body: changedCategory,
  },
  resolveCategory: {
    ...onCategory,
    id: 'resolveCategory',
    path: '/admin/categories/{slug}/resolve',
    summary: 'Resolves all open markets of a category: one to Yes and the others to No, or each to its own result',
    body: z.union(
      [
        z.strictObject({ winner: z.number().int() }),
        z.strictObject({
          results: z
            .array(z.strictObject({ marketId: z.number().int(), yes: payout }))
            .min(1)
            .max(LIST_MAX),
        }),
      ],
      'must be {"winner": a market id} or {"results": [{"marketId", "yes"}]}',
    ),
  },
  removeCategory: {
    ...onCategory,
    id: 'removeCategory',
    path: '/admin/categories/{slug}/remove',
    summary: 'Removes a category; every share of its open markets pays half a dollar',
    body: null,
  },
  createMarket: {
    ...onMarket,
    id: 'createMarket',
    path: '/admin/markets',
    summary: 'Creates a market in an open category',
    status: 201,
    params: q.nothing,
    body: newMarket,
  },
  changeMarket: {
    ...onMarket,
    id: 'changeMarket',
    path: '/admin/markets/{id}',
    summary: 'Changes the text of a market',
    body: changedMarket,
  },
  setTradingStatus: {
    ...onMarket,
    id: 'setTradingStatus',
    path: '/admin/markets/{id}/trading',
    summary: 'Sets the trading status of a market; CLOSED cancels its orders',
    body: z.strictObject({ tradingStatus: w.tradingStatus }),
  },
  setMarketStatus: {
    ...onMarket,
    id: 'setMarketStatus',
    path: '/admin/markets/{id}/status',
    summary: 'Pauses, unpauses or finally removes a market',
    body: z.strictObject({ status: z.enum(['PAUSED', 'UNPAUSED', 'REMOVED']) }),
  },
  setDecimals: {
    ...onMarket,
    id: 'setDecimals',
    path: '/admin/markets/{id}/tick',
    summary: 'Sets the tick by its decimals; resting orders keep their prices',
    body: z.strictObject({ decimalPrecision: decimals }),
  },
  setEnd: {
    ...onMarket,
    id: 'setEnd',
    path: '/admin/markets/{id}/end',
    summary: 'Sets or moves the end of a market; a past time ends it now',
    body: z.strictObject({ endsAt: time.nullable() }),
  },
  proposeResult: {
    ...onMarket,
    id: 'proposeResult',
    path: '/admin/markets/{id}/propose',
    summary: 'Proposes a result, which becomes final unless it is disputed in time',
    body: z.strictObject({ yes: payout }),
  },
  disputeResult: {
    ...onMarket,
    id: 'disputeResult',
    path: '/admin/markets/{id}/dispute',
    summary: 'Disputes the proposed result',
    body: null,
  },
  resolveMarket: {
    ...onMarket,
    id: 'resolveMarket',
    path: '/admin/markets/{id}/resolve',
    summary: 'Fixes the result and pays; a Yes in a group makes its other markets No',
    body: z.strictObject({ yes: payout }),
  },
  setRewards: {
    ...onMarket,
    id: 'setRewards',
    path: '/admin/markets/{id}/rewards',
    summary: 'Sets the rewards of makers from now on; fields that are left out stay as they are',
    body: z.strictObject(rewardWords).partial(),
  },
  postBulletin: {
    ...onMarket,
    id: 'postBulletin',
    path: '/admin/markets/{id}/bulletins',
    summary: 'Posts a clarification on a market',
    status: 201,
    body: z.strictObject({ title: line, text }),
  },
  getAccounts: {
    ...onAccount,
    id: 'getAccounts',
    method: 'GET',
    path: '/admin/accounts',
    summary: 'All accounts, newest first',
    params: q.nothing,
    query: q.paging.extend({ includeCrowd: z.enum(['true', 'false']).optional().describe('default false') }),
    body: null,
    form: 'page',
  },
  fundAccount: {
    ...onAccount,
    id: 'fundAccount',
    path: '/admin/accounts/{address}/fund',
    summary: 'Adds dollars to an account, or takes out free ones',
    body: z.strictObject({ usdt: dollars }),
  },
  givePairs: {
    ...onAccount,
    id: 'givePairs',
    path: '/admin/accounts/{address}/pairs',
    summary: 'Turns dollars of an account into pairs of Yes and No, or pairs into dollars',
    refuses: NOT_FOUND,
    body: z.strictObject({ marketId: z.number().int(), shares: dollars }),
  },
  approveAccount: {
    ...onAccount,
    id: 'approveAccount',
    path: '/admin/accounts/{address}/approve',
    summary: 'Sets which approvals an account has given to the exchange',
    body: z.strictObject({ cash: z.boolean(), shares: z.boolean() }),
  },
  discountAccount: {
    ...onAccount,
    id: 'discountAccount',
    path: '/admin/accounts/{address}/discount',
    summary: 'Sets the part of each taker fee that an account is spared',
    body: z.strictObject({ bps: z.number().int().min(0).max(10_000) }),
  },
  showAccount: {
    ...onAccount,
    id: 'showAccount',
    path: '/admin/accounts/{address}/profile',
    summary: 'Sets name and image of an account; null removes them',
    refuses: NOT_FOUND,
    body: z.strictObject({ name: z.string().trim().min(1).max(NAME_MAX).nullable(), imageUrl: image.nullable() }).partial(),
  },
  payYield: {
    ...onAccount,
    id: 'payYield',
    path: '/admin/accounts/{address}/yield',
    summary: 'Pays the pending yield of an account',
    refuses: NOT_FOUND,
    body: null,
  },
  payRebate: {
    ...onAccount,
    id: 'payRebate',
    path: '/admin/accounts/{address}/rebate',
    summary: 'Pays the pending maker rebates of an account',
    refuses: NOT_FOUND,
    body: null,
  },
  setFault: {
    ...onFaults,
    id: 'setFault',
    path: '/admin/faults',
    summary: 'Sets a fault: the exchange does something wrong until the fault is cleared or the exchange restarts',
    status: 201,
    body: fault,
  },
  getFaults: {
    ...onFaults,
    id: 'getFaults',
    method: 'GET',
    path: '/admin/faults',
    summary: 'All faults that are set, in the order of their setting',
    body: null,
    answer: z.array(setFault),
  },
  clearFault: {
    ...onFaults,
    id: 'clearFault',
    path: '/admin/faults/{id}/clear',
    summary: 'Clears a fault, and undoes its effect where possible',
    refuses: NOT_FOUND,
    params: byFault,
    body: null,
  },
  clearFaults: {
    ...onFaults,
    id: 'clearFaults',
    path: '/admin/faults/clear',
    summary: 'Clears all faults; returns those that were set',
    body: null,
    answer: z.array(setFault),
  },
} as const satisfies Readonly<Record<string, Operation>>
