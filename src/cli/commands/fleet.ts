import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import type { FleetFlags } from '../trade/door/fleet.js'

/** `oddsmith fleet`: several daemons of this computer in one table or on one page. */
export const fleetCommand = (done: (code: ExitCode) => void): Command =>
  new Command('fleet')
    .description('show the daemons under a folder in one table or on one page, or have some of them act')
    .argument('<folder>', 'a folder with state/, or with folders that have one')
    .argument('[action]', 'pause, resume, halt or cancel-all')
    .argument('[names...]', 'of the daemons that shall act, as the table has them; all: each')
    .option('--follow', 'draw the table again each second, until Ctrl-C')
    .option('--page', 'serve a page of them on loopback until Ctrl-C, and print an address that opens it once')
    .option('--port <number>', 'where the page is; any free port without it')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      '\nExamples:\n  $ oddsmith fleet /srv/oddsmith\n  $ oddsmith fleet /srv/oddsmith pause north south\n  $ oddsmith fleet /srv/oddsmith --page',
    )
    .action(async (folder: string, action: string | undefined, names: readonly string[], flags: FleetFlags) => {
      const { showFleet } = await import('../trade/door/fleet.js')
      done(await showFleet(folder, { action, names, ...flags }))
    })
