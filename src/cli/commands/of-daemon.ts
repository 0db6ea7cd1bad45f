import type { Command } from 'commander'

/** Options that choose the daemon, the same for all such commands. */
export const ofDaemon = (command: Command): Command =>
  command
    .argument('[config]', 'whose daemon; not needed where there is only one wallet')
    .option('--wallet <address>', 'whose daemon, by the address of its wallet')
    .option('--home <folder>', 'where state/ and runs/ lie', '.')
    .option('--json', 'print one JSON document')
