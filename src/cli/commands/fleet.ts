import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import type { FleetFlags } from '../trade/door/fleet.js'

/** `oddsmith fleet`: several daemons of this computer in one table or on one page. */
export const fleetCommand = (done: (code: ExitCode) => void): Command =>
  new Command('fleet')
    .description('show the daemons under a folder in one table or on one page, or send an action to some of them')
    .argument('<folder>', 'a folder with state/, or with folders that have one')
    .argument('[action]', 'pause, close, resume, halt or cancel-all')
    .argument('[names...]', 'names of the daemons for the action, as in the table; all: every one')
    .option('--follow', 'redraw the table each second, until Ctrl-C')
    .option('--page', 'serve a page of them on loopback until Ctrl-C, and print an address that opens it once')
    .option('--port <number>', 'port of the page; default: any free one')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      '\nExamples:\n  $ oddsmith fleet /srv/oddsmith\n  $ oddsmith fleet /srv/oddsmith pause north south\n  $ oddsmith fleet /srv/oddsmith --page',
    )
    .action(async (folder: string, action: string | undefined, names: readonly string[], flags: FleetFlags) => {
      const { showFleet } = await import('../trade/door/fleet.js')
      done(await showFleet(folder, { action, names, ...flags }))
    })
