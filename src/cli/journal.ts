import { Command, Option } from 'commander'
import type { ExitCode } from './exit.js'
import type { JournalFlags, JournalTopic } from './show-journal.js'

const TOPICS: Readonly<Record<JournalTopic, string>> = {
  orders: 'orders as they were sent, newest first, and what became of them',
  fills: 'fills, newest first, with their settlement',
  positions: 'shares held, what they cost, and cash',
}

/** `oddsmith journal`: what happened, read from a wallet's memory; a running daemon is not disturbed. */
export function journalCommand(done: (code: ExitCode) => void): Command {
  const journal = new Command('journal').description('read what happened from the journal of a wallet')
  for (const topic of ['orders', 'fills', 'positions'] as const) journal.addCommand(topicCommand(topic, done))
  return journal
}

function topicCommand(topic: JournalTopic, done: (code: ExitCode) => void): Command {
  const command = new Command(topic)
    .description(TOPICS[topic])
    .argument('[config]', 'whose wallet; not needed where there is only one')
    .option('--wallet <address>', 'whose wallet, by its address')
    .option('--home <folder>', 'where state/ and runs/ lie', '.')
    .option('--json', 'print one JSON document')
  if (topic !== 'positions') command.addOption(new Option('--limit <number>', 'rows at most').default('100'))
  return command
    .addHelpText('after', `\nExample:\n  $ oddsmith journal ${topic} config/paper.yaml --json`)
    .action(async (file: string | undefined, flags: JournalFlags) => {
      const { showJournal } = await import('./show-journal.js')
      done(showJournal(topic, file, flags))
    })
}
