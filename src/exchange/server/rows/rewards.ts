import type { z } from 'zod'
import { Timestamp } from '../../../model/time.js'
import type * as open from '../../../protocol/api/schemas-market.js'
import type { RewardSpan, RewardTerms } from '../../core/command.js'
import { SHARE_THRESHOLD, SPREAD_THRESHOLD } from '../text/complete-text.js'

const MICRO_POINTS = 1_000_000

type RewardFields = 'spreadThreshold' | 'shareThreshold' | 'rewards' | 'isBoosted' | 'boostStartsAt' | 'boostEndsAt'

/** The rewards of a market's makers: the present period with its boost, and the later periods. */
export const rewardRows = (terms: RewardTerms | null, now: Timestamp): Pick<z.input<typeof open.market>, RewardFields> => {
  const boost = terms?.boost ?? null
  const isBoosted = boost !== null && boost.from <= now && now < boost.to
  const current = terms?.schedule.find(({ from, to }) => from <= now && now < to)
  return {
    spreadThreshold: terms?.spreadThreshold ?? SPREAD_THRESHOLD,
    shareThreshold: terms?.shareThreshold ?? SHARE_THRESHOLD,
    rewards: {
      current: current === undefined ? null : periodRow(current, isBoosted ? boost.multiplier : 1),
      schedule: (terms?.schedule ?? []).filter(({ from }) => from > now).map(span => periodRow(span, 1)),
    },
    isBoosted,
    boostStartsAt: boost === null ? null : Timestamp.iso(boost.from),
    boostEndsAt: boost === null ? null : Timestamp.iso(boost.to),
  }
}

const periodRow = ({ from, to, microPointsPerHour }: RewardSpan, multiplier: number) => ({
  hourlyRate: (microPointsPerHour * multiplier) / MICRO_POINTS,
  startsAt: Timestamp.iso(from),
  endsAt: Timestamp.iso(to),
})
