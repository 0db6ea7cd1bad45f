import type { z } from 'zod'
import type * as open from '../../../protocol/api/schemas-market.js'
import type { MarketPlan } from './market-plan.js'

export type VariantData = Readonly<z.output<typeof open.variantData>>
export type VariantDetails = Readonly<z.output<typeof open.variantDetails>>
export type Team = Readonly<z.output<typeof open.team>>
export type Tag = Readonly<z.output<typeof open.tag>>
type CategoryFields = z.output<typeof open.category>
type MarketFields = z.output<typeof open.market>

/** What people read of a market, and what its tokens are called on the chain. The core knows none of it. */
export interface MarketText {
  readonly id: number
  readonly title: string
  readonly question: string
  readonly description: string
  readonly imageUrl: string
  readonly isVisible: boolean
  readonly outcomeNames: readonly [yes: string, no: string]
  /** What an outcome has beside its name and token. */
  readonly outcomeExtras: readonly [yes: OutcomeExtras, no: OutcomeExtras]
  /** Decimal ERC-1155 ids, all digits. */
  readonly tokens: readonly [yes: string, no: string]
  readonly conditionId: string
  readonly oracleQuestionId: string | null
  readonly resolverAddress: string | null
  /** Its place in its neg-risk group, from 0. */
  readonly questionIndex: number | null
  readonly polymarketConditionIds: readonly string[]
  readonly kalshiMarketTicker: string | null
  readonly marketVariant: MarketFields['marketVariant']
  readonly marketType: MarketFields['marketType']
  readonly variantData: VariantData | null
  readonly variantDetails: VariantDetails | null
  readonly team: Team | null
  /** Its part of the points of a season, as the older revision tells it. */
  readonly pointAllocationBps: number
  /** The catalog answers its words of today here. */
  readonly category: CategoryText
  /** ISO text. */
  readonly createdAt: string
  /** The recorded market that is played on this one; missing: none is. */
  readonly recording?: PlayedRecording
  /** The market of a venue that is followed on this one; missing: none is. */
  readonly live?: FollowedMarket
  /** The synthetic crowd does not come. */
  readonly isQuiet?: boolean
  /** What the programme will do to it; missing: nothing. */
  readonly plan?: MarketPlan
}

/** What tells one outcome's side from the other's. */
export interface OutcomeExtras {
  readonly team: Team | null
  readonly variantDetails: VariantDetails | null
}

/** Which recorded market is played, since when and how fast: so a restart finds the place where it is now. */
export interface PlayedRecording {
  /** Absolute path. */
  readonly file: string
  /** Its own id in the recording. */
  readonly market: string
  /** Whole microseconds since the epoch. */
  readonly startedAt: number
  readonly speed: number
}

/** Which market of which venue is followed. */
export interface FollowedMarket {
  /** The name of the source. */
  readonly source: string
  /** The venue's own id. */
  readonly market: string
}

/** A group of markets. */
export interface CategoryText {
  readonly id: number
  readonly slug: string
  readonly title: string
  readonly shortTitle: string
  readonly description: string
  readonly imageUrl: string
  readonly isNegRisk: boolean
  readonly isYieldBearing: boolean
  readonly isVisible: boolean
  /** The operator took it away, with its markets. */
  readonly isRemoved: boolean
  readonly marketVariant: CategoryFields['marketVariant']
  readonly variantData: VariantData | null
  readonly variantDetails: VariantDetails | null
  readonly negRiskOnChainId: string | null
  readonly parentSlug: string | null
  readonly resolutionProvider: CategoryFields['resolutionProvider']
  readonly createdAt: string
  readonly publishedAt: string
  readonly startsAt: string
  readonly endsAt: string | null
  readonly teams: readonly Team[] | null
  /** A tag's number means the same tag everywhere: the newest words of it count. */
  readonly tags: readonly Tag[]
}
