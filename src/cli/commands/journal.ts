import { Command, Option } from 'commander'
import type { ExitCode } from '../config/exit.js'
import type { ExplainFlags } from '../search/explain-order.js'
import type { PruneFlags } from '../wallet/prune-journal.js'
import type { JournalFlags, JournalTopic } from '../wallet/show-journal.js'

const TOPICS: Readonly<Record<JournalTopic, string>> = {
  orders: 'orders as they were sent, newest first, with their state',
  fills: 'fills, newest first, with their settlement',
  refusals: 'orders that risk refused, newest first, with the rule; "journal explain" takes the number of the entry',
  positions: 'shares held, what they cost, and cash',
  ledger:
    'every change of cash and shares, newest first, with its gain: settled fills, payouts, pairs, differences; --by adds it up',
}

/** `oddsmith journal`: what happened, read from a wallet's journal; a running daemon is not disturbed. */
export function journalCommand(done: (code: ExitCode) => void): Command {
  const journal = new Command('journal').description('read what happened from the journal of a wallet')
  for (const topic of ['orders', 'fills', 'refusals', 'positions', 'ledger'] as const)
    journal.addCommand(topicCommand(topic, done))
  for (const create of [explainCommand, verifyCommand, backupCommand, pruneCommand]) journal.addCommand(create(done))
  return journal
}

const EXAMPLES: Partial<Record<JournalTopic, string>> = {
  fills: '\nExample:\n  $ oddsmith journal fills live.yaml --csv --since 2026-01-01 --until 2027-01-01 > fills.csv',
  ledger:
    '\nExamples:\n  $ oddsmith journal ledger live.yaml --by day\n  $ oddsmith journal ledger live.yaml --csv > ledger.csv',
}

/** Options that choose the wallet, the same for all subcommands. */
const ofWallet = (command: Command): Command =>
  command
    .argument('[config]', 'config of the wallet; not needed if there is only one wallet')
    .option('--wallet <address>', 'address of the wallet, instead of a config')
    .option('--home <folder>', 'folder with state/ and runs/', '.')
    .option('--json', 'print one JSON document')

const explainCommand = (done: (code: ExitCode) => void): Command =>
  ofWallet(new Command('explain').argument('<order>', 'its id or hash, or the number of the entry of a refusal'))
    .description('why an order was sent or refused, and what happened to it; replays its run up to that turn')
    .option('--run <folder>', 'the run that sent it; not needed if it is under runs/')
    .addHelpText('after', '\nExample:\n  $ oddsmith journal explain 217553413-21 config/paper.yaml')
    .action(async (order: string, file: string | undefined, flags: ExplainFlags) => {
      const { explainOrder } = await import('../search/explain-order.js')
      done(await explainOrder(order, file, flags))
    })

const verifyCommand = (done: (code: ExitCode) => void): Command =>
  ofWallet(new Command('verify'))
    .description('look for gaps and damage, and compare the ledger with its entries; code 1 if anything is wrong')
    .addHelpText('after', '\nExample:\n  $ oddsmith journal verify config/paper.yaml')
    .action(async (file: string | undefined, flags: JournalFlags) => {
      const { verifyJournal } = await import('../wallet/verify-journal.js')
      done(await verifyJournal(file, flags))
    })

const backupCommand = (done: (code: ExitCode) => void): Command =>
  ofWallet(new Command('backup').argument('<file>', 'file for the copy; it must not exist'))
    .description('copy the journal, even while the daemon runs, and check the copy')
    .addHelpText('after', '\nExample:\n  $ oddsmith journal backup /backup/journal.db config/paper.yaml')
    .action(async (to: string, file: string | undefined, flags: JournalFlags) => {
      const { backupJournal } = await import('../wallet/backup-journal.js')
      done(await backupJournal(to, file, flags))
    })

const pruneCommand = (done: (code: ExitCode) => void): Command =>
  ofWallet(new Command('prune'))
    .description('move old entries into journal-archive.db beside the journal; refused while the daemon runs')
    .requiredOption('--before <date>', 'a day, or a time in UTC')
    .addHelpText('after', '\nExample:\n  $ oddsmith journal prune --before 2026-03-01 config/paper.yaml')
    .action(async (file: string | undefined, flags: PruneFlags) => {
      const { prune } = await import('../wallet/prune-journal.js')
      done(await prune(file, flags))
    })

function topicCommand(topic: JournalTopic, done: (code: ExitCode) => void): Command {
  const command = ofWallet(new Command(topic)).description(TOPICS[topic])
  if (topic === 'ledger') command.addOption(new Option('--by <what>', 'add it up').choices(['day', 'month', 'market']))
  if (topic !== 'positions')
    command
      .option('--since <date>', 'only from this day, or time in UTC, on')
      .option('--until <date>', 'only before this day, or time in UTC')
      .option('--limit <number>', 'rows at most (default: 100; all with --csv or --by)')
  return command
    .option('--csv', 'print CSV for a spreadsheet, oldest first')
    .addHelpText('after', EXAMPLES[topic] ?? `\nExample:\n  $ oddsmith journal ${topic} config/paper.yaml --json`)
    .action(async (file: string | undefined, flags: JournalFlags) => {
      const { showJournal } = await import('../wallet/show-journal.js')
      done(await showJournal(topic, file, flags))
    })
}
