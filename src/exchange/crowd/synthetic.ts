import { Wei } from '../../model/money.js'
import type { Timestamp } from '../../model/time.js'
import { isEmpty } from '../core/accounts.js'
import type { AccountId, CoreCommand } from '../core/command.js'
import type { CoreAccount, CoreMarket } from '../core/core-reads.js'
import { type CrowdMaker, createCrowdMaker } from './crowd-maker.js'
import { type CrowdPen, type CrowdView, createPen } from './crowd-pen.js'
import { informedTrade, noiseTrade } from './crowd-taker.js'
import type { FairValue } from './fair-value.js'
import { createRandom, type Random } from './random.js'

/** All traders of an exchange: makers, noise and informed traders of each market, around a true value that only the informed know. */
export interface SyntheticCrowd {
  /** Adds traders to a market; they trade until its result is known. */
  join(market: number, fair: FairValue): void
  /** Removes the traders of a market whose result is known, once its last matches are settled, so that a finished market keeps no accounts. */
  leave(market: number): void
  /**
   * The crowd's commands for one moment. The same seed and the same moments give the same commands if the exchange is in the same state. A step
   * after a pause acts as if the pause had lasted a second.
   */
  step(now: Timestamp, view: CrowdView): readonly CoreCommand[]
}

export interface SyntheticCrowdOptions {
  readonly seed: number
  /** Noise orders that cross the spread, per second and market. Default 1. */
  readonly noiseASecond?: number
}

interface Gathering {
  readonly market: number
  readonly fair: FairValue
  readonly random: Random
  readonly makers: readonly CrowdMaker[]
  readonly noise: readonly AccountId[]
  readonly informed: AccountId
}

const NOISE_ACCOUNTS = 4
const PAUSE_US_MAX = 1_000_000
/** Each trader is given this much, and again when less than a fifth is left. */
const PURSE = Wei.of(Wei.ONE * 1_000_000n)
const PURSE_LOW = Wei.of(PURSE / 5n)

/** Creates a crowd from one seed, with no market yet. */
export const createSyntheticCrowd = (options: SyntheticCrowdOptions): SyntheticCrowd => {
  let gatherings: Gathering[] = []
  const counter = { next: 0 }
  const noiseASecond = options.noiseASecond ?? 1
  let last: Timestamp | null = null
  let leaving: AccountId[] = []
  const leave = (market: number): void => void leaving.push(...membersOf(market))
  return {
    leave,
    join: (market, fair) => void gatherings.push(gather(options.seed, market, fair)),
    step: (now, view) => {
      const elapsedUs = Math.min(Math.max(now - (last ?? now), 0), PAUSE_US_MAX)
      last = now
      // A decided market stays decided.
      const decided = gatherings.filter(({ market }) => isDecided(view, market))
      if (decided.length > 0) gatherings = gatherings.filter(one => !decided.includes(one))
      for (const { market } of decided) leave(market)
      leaving = leaving.filter(account => view.account(account) !== null)
      const pen = createPen(now, view, counter)
      const moment = { now, elapsedUs, view, pen, noiseASecond }
      const retiring = leaving.filter(account => isFree(view.account(account)))
      return [
        ...retiring.map(account => ({ kind: 'retire', at: now, account }) as const),
        ...gatherings.flatMap(gathering => stepOne(gathering, moment)),
      ]
    },
  }
}

const isDecided = (view: CrowdView, market: number): boolean => (view.market(market)?.result ?? null) !== null

const MAKERS = [
  { halfSpreadTicks: 1, firstShares: 30 },
  { halfSpreadTicks: 1.5, firstShares: 60 },
  { halfSpreadTicks: 2.5, firstShares: 120 },
]

const makerOf = (market: number, index: number): AccountId => `crowd-${market}-maker-${index + 1}`
const noiseOf = (market: number, index: number): AccountId => `crowd-${market}-noise-${index + 1}`
const informedOf = (market: number): AccountId => `crowd-${market}-informed-1`

/** The accounts of a market's crowd. */
const membersOf = (market: number): readonly AccountId[] => [
  ...MAKERS.map((_, index) => makerOf(market, index)),
  ...Array.from({ length: NOISE_ACCOUNTS }, (_, index) => noiseOf(market, index)),
  informedOf(market),
]

/** Whether an account's orders hold nothing and it has no shares. */
const isFree = (account: CoreAccount | null): boolean =>
  account !== null && account.reservedCash === 0n && [...account.holdings.values()].every(isEmpty)

const gather = (seed: number, market: number, fair: FairValue): Gathering => {
  const random = createRandom(seed, market + 1_000_000_007)
  const traits = MAKERS.map((trait, index) => ({ account: makerOf(market, index), ...trait }))
  return {
    market,
    fair,
    random,
    makers: traits.map(one => createCrowdMaker(one, random)),
    noise: Array.from({ length: NOISE_ACCOUNTS }, (_, index) => noiseOf(market, index)),
    informed: informedOf(market),
  }
}

interface Moment {
  readonly now: Timestamp
  readonly elapsedUs: number
  readonly view: CrowdView
  readonly pen: CrowdPen
  readonly noiseASecond: number
}

const stepOne = (gathering: Gathering, moment: Moment): readonly CoreCommand[] => {
  const market = moment.view.market(gathering.market)
  if (market === null || !isOpen(market, moment.now)) return []
  const scene = { ...moment, market, fair: gathering.fair.at(moment.now) }
  const { random } = gathering
  const account = gathering.noise[Math.floor(random.uniform() * NOISE_ACCOUNTS)] ?? gathering.informed
  return [
    ...purses(gathering, moment),
    ...gathering.makers.flatMap(maker => maker.step(scene)),
    ...noiseTrade({ ...scene, account }, random, moment.noiseASecond),
    ...informedTrade({ ...scene, account: gathering.informed }, random),
  ]
}

const isOpen = (market: CoreMarket, now: Timestamp): boolean =>
  market.trading === 'OPEN' && (market.spec.endsAt === null || now < market.spec.endsAt)

const purses = (gathering: Gathering, { now, view }: Moment): readonly CoreCommand[] => {
  const commands: CoreCommand[] = []
  for (const account of [...gathering.makers.map(maker => maker.account), ...gathering.noise, gathering.informed]) {
    const known = view.account(account)
    if (known === null || known.cash - known.reservedCash < PURSE_LOW)
      commands.push({ kind: 'fund', at: now, account, cash: PURSE })
    if (known === null || known.cashApprovals === 0)
      commands.push({ kind: 'approve', at: now, account, cash: true, shares: true })
  }
  return commands
}
