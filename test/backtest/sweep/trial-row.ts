import type { TrialRow } from '../../../backtest/sweep/trial-table.js'

/** The row of a trial in the table of a search. */
export const trialRow = (key: string, parameters: TrialRow['parameters'], profit: number, fills = 2): TrialRow => ({
  key,
  question: 'q',
  parameters,
  result: {
    hash: `hash of ${key}`,
    stateHash: key,
    events: 1,
    orders: { placed: 3, canceled: 0, filled: 0, refused: 0 },
    fills,
    profit: { total: String(profit), spread: String(profit), drift: '0', settlement: '0', fees: '0', rewards: '0' },
    maxDrawdown: '1',
    eventProfits: [],
    warnings: [],
  },
})
