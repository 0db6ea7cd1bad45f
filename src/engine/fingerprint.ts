import type { Fill } from '../model/fill.js'
import type { Command } from '../model/intent.js'
import { toJson } from '../model/plain.js'
import type { Report } from '../model/report.js'
import type { RollingHash } from './rolling-hash.js'

/** Adds a command to the run's hash: what left. */
export function hashCommand(hash: RollingHash, command: Command): void {
  if (command.kind === 'cancel') return hash.addText(command.order)
  const { market, outcome, side, price, size, style, expiresAt } = command.order
  hash.addText(command.id)
  hash.add(market)
  hash.addText(outcome)
  hash.addText(side)
  hash.add(price)
  hash.add(size)
  hash.addText(style)
  hash.add(expiresAt)
}

/** Adds a report to the run's hash: what came back. */
export function hashReport(hash: RollingHash, report: Report): void {
  hash.addText(report.kind)
  hash.add(report.receivedAt)
  switch (report.kind) {
    case 'accepted':
    case 'rejected':
      return hash.addText(report.order)
    case 'unanswered':
      hash.addText(report.order)
      return hash.addText(report.what)
    case 'removal':
      hash.addText(report.order)
      return hash.addText(report.answer)
    case 'ended':
      hash.addText(report.order)
      return hash.addText(report.how)
    case 'matched':
    case 'settled':
    case 'failed':
      return hashFill(hash, report.fill)
    case 'link':
      return hash.addText(report.state)
    case 'heard':
      return hash.add(report.at)
    case 'snapshot':
    case 'rate':
    case 'offset':
      return hash.addText(toJson(report))
    default:
      report satisfies never
  }
}

function hashFill(hash: RollingHash, fill: Fill): void {
  hash.addText(fill.key)
  hash.addText(fill.outcome)
  hash.addText(fill.side)
  hash.addBig(fill.shares)
  hash.addBig(fill.value)
  hash.addBig(fill.fee.amount)
}
