import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import type { ReplayFlags } from '../search/replay.js'

/** `oddsmith replay`: proves that a recorded run gives the same commands and the same state. */
export const replayCommand = (done: (code: ExitCode) => void): Command =>
  new Command('replay')
    .description('run a recorded run again from its input log and compare every command and the final state')
    .argument('<run>', 'a folder under runs/, or its input log')
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExample:\n  $ oddsmith replay runs/20260811-210100 --json')
    .action(async (run: string, flags: ReplayFlags) => {
      const { replayRun } = await import('../search/replay.js')
      done(await replayRun(run, flags))
    })
