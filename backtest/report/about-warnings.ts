import type { ReportAbout } from './about.js'

/** Reasons to doubt the result because of the recording and fees, one sentence each. */
export function aboutWarnings({ fees, warnings }: Pick<ReportAbout, 'fees' | 'warnings'>): readonly string[] {
  if (fees.isOfRecordedVenue) return warnings
  return [
    `Fees are charged by the schedule “${fees.schedule}”, which is not that of the venue the recording was made at.`,
    ...warnings,
  ]
}
