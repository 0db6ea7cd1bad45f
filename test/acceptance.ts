/**
 * Files that start processes for half a minute and more, and whose parts other files test as well. Together they took longer than all tests may; only
 * `npm run acceptance` runs them.
 */
export const LONG: readonly string[] = [
  'test/backtest/paper-history.test.ts',
  'test/cli/search/calibrate.test.ts',
  'test/cli/trade/doctor-spend.test.ts',
  'test/cli/search/explain-joined.test.ts',
  'test/cli/search/explain-order.test.ts',
  'test/cli/search/replay.test.ts',
  'test/cli/package-bin.test.ts',
  'test/cli/trade/record.test.ts',
  // Its refusals: cli/trade/orders-of-others.test.ts. Its waiting: cli/trade/await-venue.test.ts.
  'test/cli/trade/venue-elsewhere.test.ts',
  'test/cli/strategy-guide.test.ts',
  'test/cli/search/venue-profile.test.ts',
  'test/cli/search/walk-forward.test.ts',
  'test/counts/counts.test.ts',
  'test/day/record-rounds.test.ts',
  'test/end-to-end/alerts.test.ts',
  'test/end-to-end/built-in-makers.test.ts',
  'test/end-to-end/exchange-world.test.ts',
  'test/end-to-end/following.test.ts',
  'test/end-to-end/full-disk-alert.test.ts',
  'test/end-to-end/own-strategy.test.ts',
  'test/end-to-end/paper.test.ts',
  // A recorded crowd: exchange/server/recorded.test.ts. A run whose every wei is compared: end-to-end/fault-matrix.test.ts.
  'test/end-to-end/recorded.test.ts',
  'test/end-to-end/rounds-by-reference.test.ts',
  // Kills: end-to-end/keeper.test.ts. Backups: journal/backup.test.ts. Secrets: cli/wallet/run-folder.test.ts.
  'test/end-to-end/separate-exchange.test.ts',
  'test/end-to-end/unread-log.test.ts',
  // What the example calls: research.test.ts.
  'test/examples/research.test.ts',
  // The venue alone: examples/venue-echo.test.ts. The processes of a run: end-to-end/keeper.test.ts and cli/wallet/wallet-commands.test.ts.
  'test/examples/venue-echo-run.test.ts',
  'test/package.test.ts',
  'test/reference.test.ts',
  'test/site.test.ts',
  'test/sqlite/node24.test.ts',
]

/** What `npm run acceptance` runs: the long files, and those that do more where `ODDSMITH_ACCEPTANCE` is 1. */
export const ACCEPTANCE: readonly string[] = [
  ...LONG,
  'test/backtest/same-results-kalshi.test.ts',
  'test/backtest/venue/account-venue.test.ts',
  'test/bench/replayer.test.ts',
  'test/cli/search/endless-strategy.test.ts',
  'test/cli/search/sweep.test.ts',
  'test/cli/trade/doctor.test.ts',
  'test/cli/trade/exchange.test.ts',
  'test/cli/wallet/move-pairs.test.ts',
  'test/day/day.test.ts',
  'test/end-to-end/*.test.ts',
  'test/engine/quoter.test.ts',
  'test/engine/worst-case.test.ts',
  'test/exchange/server/kill.test.ts',
  'test/exchange/server/snapshots.test.ts',
  'test/exchange/server/start.test.ts',
  'test/recording/acceptance.test.ts',
  'test/simulation/simulation.test.ts',
  'test/soak/soak.test.ts',
]
