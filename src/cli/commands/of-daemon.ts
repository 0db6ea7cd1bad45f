import type { Command } from 'commander'

/** Options that choose the daemon, the same for all such commands. */
export const ofDaemon = (command: Command): Command =>
  command
    .argument('[config]', 'config of the daemon; not needed if there is only one wallet')
    .option('--wallet <address>', 'address of the daemon’s wallet, instead of a config')
    .option('--home <folder>', 'folder with state/ and runs/', '.')
    .option('--json', 'print one JSON document')
