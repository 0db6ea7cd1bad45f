import type { z } from 'zod'
import type { Timestamp } from '../../../model/time.js'
import type * as open from '../../../protocol/api/schemas-market.js'

export type VariantData = Readonly<z.output<typeof open.variantData>>
export type VariantDetails = Readonly<z.output<typeof open.variantDetails>>
export type Team = Readonly<z.output<typeof open.team>>
export type Tag = Readonly<z.output<typeof open.tag>>
type CategoryFields = z.output<typeof open.category>
type MarketFields = z.output<typeof open.market>

/** The text of a market for people, and its ids on the chain. The core does not need it. */
export interface MarketText {
  readonly id: number
  readonly title: string
  readonly question: string
  readonly description: string
  readonly imageUrl: string
  readonly isVisible: boolean
  readonly outcomeNames: readonly [yes: string, no: string]
  /** Fields of an outcome besides its name and token. */
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
  /** The market's part of the points of a season, as the older revision shows it. */
  readonly pointAllocationBps: number
  /** The text of its category; the catalog keeps it up to date. */
  readonly category: CategoryText
  /** ISO text. */
  readonly createdAt: string
  /** The recorded market that is played on this market; missing: none is. */
  readonly recording?: PlayedRecording
  /** The venue's market that this market follows; missing: none. */
  readonly live?: VenueMarketName
  /** Whether the synthetic crowd stays away from the market. */
  readonly isQuiet?: boolean
  /** The incidents that the programme will cause; missing: none. */
  readonly plan?: MarketPlan
}

/** Fields that differ between the two outcomes of a market. */
export interface OutcomeExtras {
  readonly team: Team | null
  readonly variantDetails: VariantDetails | null
}

/** Which recorded market is played, since when and how fast, so that a restart continues at the right place. */
export interface PlayedRecording {
  /** Absolute path. */
  readonly file: string
  /** The market's own id in the recording. */
  readonly market: string
  /** Whole microseconds since the epoch. */
  readonly startedAt: number
  readonly speed: number
}

/** Which market of which venue is followed. */
export interface VenueMarketName {
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
  /** Whether the operator removed it, with its markets. */
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
  /** Tags with the same id are the same tag in every category; the newest text counts. */
  readonly tags: readonly Tag[]
}

/** A span of time in which trading on a market is limited. */
export interface TradingHalt {
  readonly status: 'CANCEL_ONLY' | 'MATCHING_NOT_ENABLED'
  readonly from: Timestamp
  readonly to: Timestamp
}

/** The incidents of a market. They are logged with the market, so that they stay after a restart and a change of the world file. */
export interface MarketPlan {
  readonly pause: { readonly from: Timestamp; readonly to: Timestamp } | null
  readonly tick: { readonly at: Timestamp; readonly decimals: 2 | 3 } | null
  readonly clarifiesAt: Timestamp | null
  readonly isDisputed: boolean
  /** Times of limited trading. Missing in logs of an earlier version. */
  readonly halts?: readonly TradingHalt[]
  /** When the market is removed; missing: never. */
  readonly removedAt?: Timestamp
}
