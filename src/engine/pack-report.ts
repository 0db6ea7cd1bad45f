import type { Fill } from '../model/fill.js'
import { OrderId } from '../model/ids.js'
import type { Report } from '../model/report.js'
import { Timestamp } from '../model/time.js'
import { Word, type WordRing } from './word-ring.js'

/** A gateway's reason for a create that was refused by a rate limit. */
const OUT_OF_CALLS = 'rate_limited'

type OrderReport = Exclude<Report, { readonly kind: 'snapshot' | 'rate' | 'link' | 'heard' | 'offset' }>

/** Whether a report is about one order or fill. */
export const isOfOrder = (report: Report): report is OrderReport => 'order' in report || 'fill' in report

/** Packs a report about one order or fill into a row, as a desk books it. */
export function packReport(into: WordRing, report: OrderReport, epoch: number): void {
  const { receivedAt } = report
  if ('fill' in report) into.pushFill(receivedAt, wordOf(report), numberOfFill(report.fill, epoch), report.fill)
  else if (report.kind === 'accepted')
    into.pushLocked(receivedAt, Word.ACCEPTED, numberOf(report.order, epoch), report.lockedUntil ?? Timestamp.ZERO)
  else into.push(receivedAt, wordOf(report), numberOf(report.order, epoch))
}

/** The number of an order of this wallet; 0: the text is not an id of this epoch, so it is not ours. */
export const numberOf = (id: string, epoch: number): number => {
  const number = Number(id.slice(id.indexOf('-') + 1))
  return id === OrderId.of(epoch, number) ? number : 0
}

const numberOfFill = ({ order }: Fill, epoch: number): number => (order === null ? 0 : numberOf(order, epoch))

const REMOVALS = { removed: Word.REMOVED, noop: Word.NOTHING_THERE, locked: Word.LOCKED, silent: Word.SILENT } as const
const ENDS = {
  canceled: Word.CANCELED,
  expired: Word.EXPIRED,
  invalidated: Word.INVALIDATED,
  unmatched: Word.UNMATCHED,
} as const

function wordOf(report: OrderReport): Word {
  switch (report.kind) {
    case 'accepted':
      return Word.ACCEPTED
    case 'rejected':
      return report.slug === OUT_OF_CALLS ? Word.RATIONED : Word.REJECTED
    case 'unanswered':
      return report.what === 'submit' ? Word.CREATE_SILENT : Word.CANCEL_SILENT
    case 'removal':
      return REMOVALS[report.answer]
    case 'ended':
      return ENDS[report.how]
    case 'matched':
      return Word.MATCHED
    case 'settled':
      return Word.SETTLED
    case 'failed':
      return Word.FAILED
    default:
      return report satisfies never
  }
}
