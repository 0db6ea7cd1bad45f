import type { ReportAbout } from './about.js'

/** What a reader should know of a run's recording and fees before he believes the numbers, a sentence each. */
export function aboutWarnings({ fees, warnings }: Pick<ReportAbout, 'fees' | 'warnings'>): readonly string[] {
  if (fees.isOfRecordedVenue) return warnings
  return [
    `Fees are charged by the schedule “${fees.schedule}”, which is not that of the venue the recording was made at.`,
    ...warnings,
  ]
}
