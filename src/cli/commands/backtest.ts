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
    .option('--models <names>', 'all, or some of pessimistic, probabilistic, optimistic with commas between')
    .option('--recording <path>', 'another recording than the config names')
    .option(
      '--threads <count>',
      'how many threads replay the fill models; default: one a model and core where the recording is long',
    )
    .option('--fund <usdt>', 'what each account begins with')
    .option('--latency <ms>', 'of an order, and of its answer')
    .option('--settlement <ms>', 'from a match to its settlement')
    .option('--profile <name>', 'the rules of a venue: predict, kalshi or polymarket')
    .option('--usdt-per-point <usdt>', 'what a reward point is worth')
    .option('--json', 'print one JSON document')
    .option('--out <folder>', 'where the report goes', 'backtests/latest')
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
