import { Command } from 'commander'
import type { FleetFlags } from './door/show-fleet.js'
import type { ExitCode } from './exit.js'

/** `oddsmith fleet`: several daemons of this computer in one table. */
export const fleetCommand = (done: (code: ExitCode) => void): Command =>
  new Command('fleet')
    .description('show the daemons under a folder in one table, or have some of them act')
    .argument('<folder>', 'a folder with state/, or with folders that have one')
    .argument('[action]', 'pause, resume, halt or cancel-all')
    .argument('[names...]', 'of the daemons that shall act, as the table has them; all: each')
    .option('--follow', 'draw the table again each second, until Ctrl-C')
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExamples:\n  $ oddsmith fleet /srv/oddsmith\n  $ oddsmith fleet /srv/oddsmith pause north south')
    .action(async (folder: string, action: string | undefined, names: readonly string[], flags: FleetFlags) => {
      const { showFleet } = await import('./door/show-fleet.js')
      done(await showFleet(folder, { action, names, ...flags }))
    })
