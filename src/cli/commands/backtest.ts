import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import type { BacktestFlags } from '../search/backtest.js'
import { compileForShortRun } from '../search/compiler.js'

/** `oddsmith backtest`: a strategy over recorded time. */
export const backtestCommand = (done: (code: ExitCode) => void): Command =>
  new Command('backtest')
    .description('run strategies over a recording, with queues, latency and the same risk and ledger as live')
    .argument(
      '<config>',
      'a YAML file that names recording, strategy, latency, fees, limits and models; or the config of a run',
    )
    .option('--models <names>', 'all, or some of pessimistic, probabilistic, optimistic, separated by commas')
    .option('--recording <path>', 'use this recording instead of the config’s')
    .option(
      '--threads <count>',
      'number of threads that replay the fill models; default: 1 for a short recording, else by models and cores',
    )
    .option('--fund <usdt>', 'money of each account at the start')
    .option('--latency <ms>', 'one-way latency of an order, and of its answer')
    .option('--settlement <ms>', 'time from a match to its settlement')
    .option('--profile <name>', 'the rules of a venue: predict, kalshi or polymarket')
    .option('--usdt-per-point <usdt>', 'value of a reward point')
    .option('--json', 'print one JSON document')
    .option('--out <folder>', 'folder for the report', 'backtests/latest')
    .addHelpText(
      'after',
      [
        '',
        'Examples:',
        '  $ oddsmith backtest config/backtest.yaml --models all --json',
        '  $ oddsmith backtest config/paper.yaml --recording runs/20260811-210100',
      ].join('\n'),
    )
    .action(async (file: string, flags: BacktestFlags) => {
      compileForShortRun()
      const { runBacktest } = await import('../search/backtest.js')
      done(await runBacktest(file, flags))
    })
