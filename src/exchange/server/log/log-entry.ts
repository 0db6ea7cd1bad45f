import { Wei } from '../../../model/money.js'
import type { Timestamp } from '../../../model/time.js'
import type { CoreAnswer, CoreCommand } from '../../core/command.js'
import type { MarketText } from '../text/market-text.js'
import type { Note } from './note.js'
import { isPlaceLine, readPlace, writePlace } from './place-line.js'
import type { PostedOrder } from './posted-line.js'
import { readPosted, writePosted } from './posted-line.js'

/** One entry of the exchange's history: a command for the core, and what answers need besides it. */
export interface LogEntry {
  readonly command: CoreCommand
  /** Of a `place`: the order as its maker signed and sent it. */
  readonly posted?: PostedOrder
  /** Of a `market`: its title, question and category. */
  readonly words?: MarketText
}

/** One line of the log, as it is read back. */
export type StoredLine = LogEntry | { readonly note: Note }

/** Raises an entry's time to the core's, because the core may have moved on since the entry was made. A replay does the same. */
export const notBefore = (now: Timestamp, entry: LogEntry): LogEntry =>
  entry.command.at >= now ? entry : { ...entry, command: { ...entry.command, at: now } }

/** A note as text for the store. A note holds no bigints. */
export const writeNote = (note: Note): string => JSON.stringify({ note })

/** The signed form as text for the store; `null`: there is none. */
export const postedText = ({ posted }: LogEntry): string | null => (posted === undefined ? null : writePosted(posted))

/**
 * An entry as text for the store; `signed` is the text of its signed form. Amounts of wei become their digits: JSON has no bigints, and a replacer
 * function, called for every key, would cost more than all the rest.
 */
export const writeEntry = (entry: LogEntry, signed: string | null = postedText(entry)): string => {
  const { command } = entry
  if (command.kind === 'place') return signed === null ? writePlace(command) : `${writePlace(command)}${TAB}${signed}`
  if (command.kind === 'fund') return JSON.stringify({ ...entry, command: { ...command, cash: String(command.cash) } })
  if (command.kind === 'split' || command.kind === 'merge' || command.kind === 'convert')
    return JSON.stringify({ ...entry, command: { ...command, shares: String(command.shares) } })
  if (command.kind === 'redeem')
    return JSON.stringify({ ...entry, command: { ...command, yes: String(command.yes), no: String(command.no) } })
  return JSON.stringify(entry)
}

/** Reads what `writeEntry` and `writeNote` wrote; the text is our own, so its shape is trusted. */
export const readLine = (json: string): StoredLine => {
  if (isPlaceLine(json)) return readPlaceLine(json)
  const entry = JSON.parse(json) as StoredLine
  if ('note' in entry) return entry
  const { command } = entry
  // Earlier formats wrote orders as JSON, with their amounts as text.
  if (command.kind === 'place') {
    const { shares, limit, budget } = command.order
    const amounts = { shares: amountOf(shares), limit: amountOf(limit), budget: budget === null ? null : amountOf(budget) }
    return { ...entry, command: { ...command, order: { ...command.order, ...amounts } } }
  }
  if (command.kind === 'fund') return { ...entry, command: { ...command, cash: amountOf(command.cash) } }
  if (command.kind === 'split' || command.kind === 'merge' || command.kind === 'convert')
    return { ...entry, command: { ...command, shares: amountOf(command.shares) } }
  if (command.kind === 'redeem')
    return { ...entry, command: { ...command, yes: amountOf(command.yes), no: amountOf(command.no) } }
  return entry
}

/** Separates an entry from its signed form; JSON text holds no unescaped tab. */
const TAB = '\t'

const readPlaceLine = (line: string): LogEntry => {
  const [place = '', posted] = line.split(TAB)
  const command = readPlace(place)
  return { command, ...(posted !== undefined && { posted: readPosted(posted, command.order.hash) }) }
}

/** A line without its signed form. */
export const withoutSigned = (json: string): string => json.split(TAB, 1)[0] ?? json

/** The type says `Wei`, but a value read from JSON is still text. */
const amountOf = (written: unknown): Wei => Wei.parse(String(written))

/** Whether an answer changed anything. Refused orders and removals that removed nothing are not logged, so a flood of them does not grow the log. */
export const changesState = (answer: CoreAnswer): boolean => {
  switch (answer.kind) {
    case 'done':
    case 'accepted':
      return true
    case 'refused':
      return false
    case 'removal':
      return answer.removed.length > 0
    default:
      return answer satisfies never
  }
}
