import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import type { RunFlags } from '../trade/run.js'

/** `oddsmith run`: makes markets, on paper or live, by a daemon that this process starts and watches. */
export const runCommand = (done: (code: ExitCode) => void): Command =>
  new Command('run')
    .description('make markets with a config, on paper or live, until stopped')
    .argument('<config>', 'a YAML file')
    .option('--for <duration>', 'stop after 30s, 5m or 2h')
    .option('--json', 'print one JSON document at the end')
    .option('--home <folder>', 'folder with state/ and runs/', '.')
    .option('--seed <number>', 'seed of the embedded exchange; used at its first start')
    .option('--recording <file>', 'the embedded exchange plays this recording: a run, its input log, or raw messages of Kalshi')
    .option('--speed <number>', 'recorded seconds per second')
    .addHelpText('after', '\nExample:\n  $ oddsmith run config/paper.yaml --for 30s --json')
    .action(async (file: string, flags: RunFlags) => {
      // Loaded here, so that --help does not wait for signers and sockets.
      const { startRun } = await import('../trade/run.js')
      done(await startRun(file, flags))
    })
