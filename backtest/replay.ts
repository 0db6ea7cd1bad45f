import type { Reviewed } from '../src/engine/account.js'
import type { Asking } from '../src/engine/asking.js'
import { createBooks } from '../src/engine/books.js'
import { createDesk } from '../src/engine/create-desk.js'
import type { DeskParts } from '../src/engine/desk.js'
import type { Assignment, DeskSettings } from '../src/engine/desk-options.js'
import type { DeskState } from '../src/engine/desk-state.js'
import { deskSettings, type SettingsChange } from '../src/engine/settings.js'
import type { Batch, Control } from '../src/model/batch.js'
import { createEventWriter } from '../src/model/columns.js'
import type { Decoder } from '../src/model/frame.js'
import { toJson } from '../src/model/plain.js'
import type { Report } from '../src/model/report.js'
import type { InputLog } from '../src/recording/log/input-log.js'
import type { LoggedInput, LogMark, LogRecord } from '../src/recording/log/log-record.js'

/** Where a replay first differs from its run. */
export interface ReplayDifference {
  /** From 1; the number of turns plus one if only the final states differ. */
  readonly turn: number
  readonly what: 'commands' | 'stateHash' | 'failure'
  /** The value in the run. */
  readonly expected: unknown
  readonly found: unknown
}

/** The result of a replay. */
export interface Replayed {
  readonly turns: number
  readonly commands: number
  readonly stateHash: string
  readonly firstDifference: ReplayDifference | null
  /** The log has no end record: its run was killed, so only its commands could be compared. */
  readonly isCutShort: boolean
}

export interface ReplayOptions {
  readonly log: InputLog
  /** Of the run's venue. */
  readonly decoder: Decoder
  /** The run's strategies. */
  readonly assignments: readonly Assignment[]
  /** The run's strategy for a market that joined; absent: no market joined. */
  readonly assign?: DeskParts['assign']
  /** Where the replay says which strategy it is asking. */
  readonly asking?: Asking
  /** Called from time to time with the number of turns so far. */
  readonly onProgress?: (turns: number) => void
  /** Called with every order that comes before risk. */
  readonly onReview?: (seen: Reviewed) => void
  /** Called after each turn; returning true ends the replay there. */
  readonly isLast?: (mark: LogMark, turn: number) => boolean
}

/**
 * Feeds a run's recorded inputs into a desk again, batch by batch, and compares the commands of each turn and the final state. Continues after a
 * difference, so that the counts cover the whole log.
 */
export async function replay(options: ReplayOptions): Promise<Replayed> {
  const { log, onProgress, isLast } = options
  const again = new SecondRun(options)
  for await (const records of log.records()) {
    for (const record of records) {
      again.take(record)
      if (record.kind === 'mark' && isLast?.(record, again.turns) === true) return again.result(true)
    }
    onProgress?.(again.turns)
  }
  return again.result(log.isCutShort)
}

/** This project wrote the header, and the desk checks what it needs. Limits that the run's version did not have were off. */
const settingsOf = (settings: unknown): DeskSettings => deskSettings(settings as SettingsChange)

class SecondRun {
  turns = 0
  #commands = 0
  #first: ReplayDifference | null = null
  readonly #decoder: Decoder
  readonly #books
  readonly #desk
  readonly #writer = createEventWriter()
  #reports: Report[] = []
  #controls: Control[] = []
  #isBroken = false

  constructor({ log, decoder, assignments, assign, asking, onReview }: ReplayOptions) {
    const { header } = log
    const { markets } = header
    this.#decoder = decoder
    this.#books = createBooks(markets)
    this.#desk = createDesk({
      books: this.#books,
      markets,
      assignments,
      ...{ assign, asking },
      settings: settingsOf(header.settings),
      state: header.state as DeskState,
      ...(onReview && { onReview }),
    })
  }

  take(record: LogRecord): void {
    switch (record.kind) {
      case 'frame':
      case 'report':
      case 'control':
      case 'timer':
        return this.#input(record)
      case 'mark':
        return this.#turn(record)
      case 'end':
        return this.#compare('stateHash', record.stateHash, this.#desk.stateHash(), this.turns + 1)
      case 'header':
        return
      default:
        record satisfies never
    }
  }

  result(isCutShort: boolean): Replayed {
    return {
      turns: this.turns,
      commands: this.#commands,
      stateHash: this.#desk.stateHash(),
      firstDifference: this.#first,
      isCutShort,
    }
  }

  #input(input: LoggedInput): void {
    if (input.kind === 'report') this.#reports.push(input.report)
    else if (input.kind === 'control') this.#controls.push(input.control)
    // A timer has no more information than the mark of its batch.
    else if (input.kind === 'frame') for (const event of this.#decoder.decode(input.frame)) this.#writer.push(event)
  }

  #turn({ now, wallOffset = 0, timer, commands }: LogMark): void {
    const { columns } = this.#writer
    const [reports, controls] = [this.#reports, this.#controls]
    const batch: Batch = { now, wallOffset, events: columns, from: 0, to: columns.length, reports, controls, timer }
    this.turns++
    const found = this.#commandsOf(batch)
    this.#commands += found.length
    if (found.length + commands.length > 0) this.#compare('commands', commands, found, this.turns)
    this.#writer.clear()
    if (reports.length > 0) this.#reports = []
    if (controls.length > 0) this.#controls = []
  }

  /** An invariant that breaks in the replay is a difference too: it did not break in the run. */
  #commandsOf(batch: Batch): readonly unknown[] {
    if (this.#isBroken) return []
    try {
      this.#books.apply(batch)
      return this.#desk.turn(batch).commands
    } catch (error) {
      this.#isBroken = true
      this.#first ??= { turn: this.turns, what: 'failure', expected: null, found: String(error) }
      return []
    }
  }

  #compare(what: ReplayDifference['what'], expected: unknown, found: unknown, turn: number): void {
    if (this.#first === null && toJson(expected) !== toJson(found)) this.#first = { turn, what, expected, found }
  }
}
