import type { Frame } from '../../model/frame.js'
import { MarketIndex } from '../../model/ids.js'
import type { Command } from '../../model/intent.js'
import type { Report } from '../../model/report.js'
import type { InputLog } from './input-log.js'
import type { LogRecord } from './log-record.js'

/** The same log with a unique index for each market: a run reuses the index of a market that left. */
export const withUniqueIndexes = (log: InputLog): InputLog => ({
  header: log.header,
  get isCutShort() {
    return log.isCutShort
  },
  records: async function* () {
    const indexes = new Indexes(log.header.markets.map(({ index }) => index))
    for await (const records of log.records()) yield records.map(record => indexes.record(record))
  },
})

class Indexes {
  #next: number
  readonly #used: Set<number>
  /** By the run's index; only those that differ. */
  readonly #own = new Map<number, MarketIndex>()

  constructor(first: readonly number[]) {
    this.#used = new Set(first)
    this.#next = Math.max(-1, ...first) + 1
  }

  record(record: LogRecord): LogRecord {
    if (record.kind === 'frame') return { ...record, frame: this.#frame(record.frame) }
    if (this.#own.size === 0) return record
    if (record.kind === 'mark') return { ...record, commands: record.commands.map(command => this.#command(command)) }
    return record.kind === 'report' ? { ...record, report: this.#report(record.report) } : record
  }

  #frame(frame: Frame): Frame {
    if (!('event' in frame)) return frame
    const { event } = frame
    if (event.kind === 'joined') {
      const index = this.#join(event.market.index)
      return { ...frame, event: { ...event, market: { ...event.market, index } } }
    }
    if (event.kind === 'reference' || event.kind === 'reference-feed') return frame
    if (event.kind === 'venue' || event.kind === 'market') return frame
    return { ...frame, event: { ...event, market: this.#of(event.market) } }
  }

  #join(index: MarketIndex): MarketIndex {
    this.#own.delete(index)
    if (this.#used.has(index)) this.#own.set(index, MarketIndex.of(this.#next))
    this.#next = Math.max(this.#next, index) + 1
    const own = this.#of(index)
    this.#used.add(own)
    return own
  }

  #command(command: Command): Command {
    if (command.kind === 'cancel') return command
    return { ...command, order: { ...command.order, market: this.#of(command.order.market) } }
  }

  #report(report: Report): Report {
    if (report.kind !== 'matched' && report.kind !== 'settled' && report.kind !== 'failed') return report
    return { ...report, fill: { ...report.fill, market: this.#of(report.fill.market) } }
  }

  #of(index: MarketIndex): MarketIndex {
    return this.#own.get(index) ?? index
  }
}
