import { z } from 'zod'
import type { RankBy } from '../../model/markets-wanted.js'

const names = z.array(z.string().min(1)).min(1).optional()
const least = z.number().nonnegative().optional()

/** A standing query: markets join and leave the run as they pass. */
const marketFilter = z
  .strictObject({
    tags: names,
    categories: names,
    variants: names,
    /** A part of the question, without case. */
    question: z.string().min(1).optional(),
    /** Points an hour. */
    rewardRateMin: least,
    /** Of the last 24 hours. */
    volumeUsdMin: least,
    spreadTicksMin: least,
    spreadTicksMax: least,
    secondsLeftMin: least,
    secondsLeftMax: least,
    /** The most first; of secondsLeft the least. */
    rankBy: z.enum(['rewardRate', 'volume', 'spread', 'secondsLeft'] satisfies RankBy[]).optional(),
    max: z.number().int().positive().optional(),
    /** One that was taken stays at least so long, whatever its rank. */
    keepSeconds: least,
  })
  .refine(({ spreadTicksMin = 0, spreadTicksMax = Infinity }) => spreadTicksMin <= spreadTicksMax, {
    error: 'spreadTicksMin is above spreadTicksMax: no market passes',
  })
  .refine(({ secondsLeftMin = 0, secondsLeftMax = Infinity }) => secondsLeftMin <= secondsLeftMax, {
    error: 'secondsLeftMin is above secondsLeftMax: no market passes',
  })

/** Which markets are wanted: every one that is open, some by their ids, or those that a filter lets pass. */
export const marketsSchema = z.union(
  [z.literal('all'), z.array(z.union([z.string().min(1), z.number().int()])).min(1), marketFilter],
  { error: 'expected all, a list of market ids, or a filter such as { tags: [crypto], rankBy: volume, max: 10 }' },
)
