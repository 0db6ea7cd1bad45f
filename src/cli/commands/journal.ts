import { Command, Option } from 'commander'
import type { ExitCode } from '../config/exit.js'
import type { ExplainFlags } from '../search/explain-order.js'
import type { PruneFlags } from '../wallet/prune-journal.js'
import type { JournalFlags, JournalTopic } from '../wallet/show-journal.js'

const TOPICS: Readonly<Record<JournalTopic, string>> = {
  orders: 'orders as they were sent, newest first, and what became of them',
  fills: 'fills, newest first, with their settlement',
  refusals: 'orders that risk refused, newest first, with the rule; "journal explain" takes the number of the entry',
  positions: 'shares held, what they cost, and cash',
}

/** `oddsmith journal`: what happened, read from a wallet's journal; a running daemon is not disturbed. */
export function journalCommand(done: (code: ExitCode) => void): Command {
  const journal = new Command('journal').description('read what happened from the journal of a wallet')
  for (const topic of ['orders', 'fills', 'refusals', 'positions'] as const) journal.addCommand(topicCommand(topic, done))
  for (const create of [explainCommand, verifyCommand, backupCommand, pruneCommand]) journal.addCommand(create(done))
  return journal
}

/** Options that choose the wallet, the same for all subcommands. */
const ofWallet = (command: Command): Command =>
  command
    .argument('[config]', 'whose wallet; not needed where there is only one')
    .option('--wallet <address>', 'whose wallet, by its address')
    .option('--home <folder>', 'where state/ and runs/ lie', '.')
    .option('--json', 'print one JSON document')

const explainCommand = (done: (code: ExitCode) => void): Command =>
  ofWallet(new Command('explain').argument('<order>', 'its id or hash, or the number of the entry of a refusal'))
    .description('why an order was sent or refused, and what became of it; runs its run again up to that turn')
    .option('--run <folder>', 'the run that sent it; not needed where it lies under runs/')
    .addHelpText('after', '\nExample:\n  $ oddsmith journal explain 217553413-21 config/paper.yaml')
    .action(async (order: string, file: string | undefined, flags: ExplainFlags) => {
      const { explainOrder } = await import('../search/explain-order.js')
      done(await explainOrder(order, file, flags))
    })

const verifyCommand = (done: (code: ExitCode) => void): Command =>
  ofWallet(new Command('verify'))
    .description('look for gaps and damage, and hold the ledger against its entries; code 1 where anything is wrong')
    .addHelpText('after', '\nExample:\n  $ oddsmith journal verify config/paper.yaml')
    .action(async (file: string | undefined, flags: JournalFlags) => {
      const { verifyJournal } = await import('../wallet/verify-journal.js')
      done(await verifyJournal(file, flags))
    })

const backupCommand = (done: (code: ExitCode) => void): Command =>
  ofWallet(new Command('backup').argument('<file>', 'where the copy goes; it must not be there yet'))
    .description('copy the journal, also while the daemon runs, and look through the copy')
    .addHelpText('after', '\nExample:\n  $ oddsmith journal backup /backup/journal.db config/paper.yaml')
    .action(async (to: string, file: string | undefined, flags: JournalFlags) => {
      const { backupJournal } = await import('../wallet/backup-journal.js')
      done(await backupJournal(to, file, flags))
    })

const pruneCommand = (done: (code: ExitCode) => void): Command =>
  ofWallet(new Command('prune'))
    .description('move what is old into journal-archive.db beside the journal; refused while the daemon runs')
    .requiredOption('--before <date>', 'a day, or a time in UTC')
    .addHelpText('after', '\nExample:\n  $ oddsmith journal prune --before 2026-03-01 config/paper.yaml')
    .action(async (file: string | undefined, flags: PruneFlags) => {
      const { prune } = await import('../wallet/prune-journal.js')
      done(await prune(file, flags))
    })

function topicCommand(topic: JournalTopic, done: (code: ExitCode) => void): Command {
  const command = ofWallet(new Command(topic)).description(TOPICS[topic])
  if (topic !== 'positions') command.addOption(new Option('--limit <number>', 'rows at most').default('100'))
  return command
    .addHelpText('after', `\nExample:\n  $ oddsmith journal ${topic} config/paper.yaml --json`)
    .action(async (file: string | undefined, flags: JournalFlags) => {
      const { showJournal } = await import('../wallet/show-journal.js')
      done(await showJournal(topic, file, flags))
    })
}
