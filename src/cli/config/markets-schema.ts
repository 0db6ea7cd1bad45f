import { z } from 'zod'
import type { RankBy } from '../../model/markets-wanted.js'

const names = z.array(z.string().min(1)).min(1).optional()
const price = z.number().min(0).max(1).optional()
const least = z.number().nonnegative().optional()

/** A filter of open markets: they join and leave the run as they begin and cease to match. */
const marketFilter = z
  .strictObject({
    tags: names,
    categories: names,
    variants: names,
    /** Text that the question must contain; case is ignored. */
    question: z.string().min(1).optional(),
    /** Points per hour. */
    rewardRateMin: least,
    /** In the last 24 hours. */
    volumeUsdMin: least,
    spreadTicksMin: least,
    spreadTicksMax: least,
    /** The middle of best bid and best ask of YES. */
    middleMin: price,
    middleMax: price,
    secondsLeftMin: least,
    secondsLeftMax: least,
    /** The order of preference: largest first; for secondsLeft, smallest first. */
    rankBy: z.enum(['rewardRate', 'volume', 'spread', 'secondsLeft'] satisfies RankBy[]).optional(),
    max: z.number().int().positive().optional(),
    /** A market that was taken stays at least this long, whatever its rank. */
    keepSeconds: least,
  })
  .refine(({ spreadTicksMin = 0, spreadTicksMax = Infinity }) => spreadTicksMin <= spreadTicksMax, {
    error: 'spreadTicksMin is above spreadTicksMax: no market passes',
  })
  .refine(({ middleMin = 0, middleMax = 1 }) => middleMin <= middleMax, {
    error: 'middleMin is above middleMax: no market passes',
  })
  .refine(({ secondsLeftMin = 0, secondsLeftMax = Infinity }) => secondsLeftMin <= secondsLeftMax, {
    error: 'secondsLeftMin is above secondsLeftMax: no market passes',
  })

/** The markets that a strategy wants: all open ones, some by their ids, or those that match a filter. */
export const marketsSchema = z.union(
  [z.literal('all'), z.array(z.union([z.string().min(1), z.number().int()])).min(1), marketFilter],
  { error: 'expected all, a list of market ids, or a filter such as { tags: [crypto], rankBy: volume, max: 10 }' },
)
