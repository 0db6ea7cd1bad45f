import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import type { EventsFlags } from '../trade/door/events.js'
import { ofDaemon } from './of-daemon.js'

/** `oddsmith events`: prints events of a running daemon that a person should know. */
export const eventsCommand = (done: (code: ExitCode) => void): Command =>
  ofDaemon(new Command('events'))
    .description('print the last events: actions with who and when, halts, faults, fills, links, markets')
    .option('--follow', 'continue with new events; with --json one document per line')
    .option('--count <number>', 'number of last events, up to 1000', '50')
    .addHelpText('after', '\nExample:\n  $ oddsmith events config/paper.yaml --follow')
    .action(async (file: string | undefined, flags: EventsFlags) => {
      const { showEvents } = await import('../trade/door/events.js')
      done(await showEvents(file, flags))
    })
