import { closingText } from '../../../model/closing.js'
import { scopeText } from '../../../model/control-scope.js'
import { usedText } from '../../../model/used-text.js'
import { SEVERITIES } from '../../../operator/alerts/alert.js'
import { DoorCallError } from '../../../operator/door-call-error.js'
import type { DoorClient } from '../../../operator/door-client.js'
import type { DoorFile } from '../../../operator/door-file.js'
import type { AlertsCopy } from '../../../operator/schemas-alerts.js'
import type { RunCopy } from '../../../operator/schemas-run.js'
import { weiOfDigits } from '../../../protocol/exact-digits.js'
import { ExitCode, ExitError } from '../../config/exit.js'
import { short, signed } from '../../screen/amount.js'
import { printText } from '../../screen/print-text.js'
import { type DaemonFlags, expectDoor } from './find-door.js'

/** Prints the state of a running daemon. */
export async function showStatus(file: string | undefined, flags: DaemonFlags): Promise<ExitCode> {
  const client = await expectDoor(file, flags)
  try {
    return await printStatus(client, flags.json === true)
  } catch (error) {
    throw error instanceof DoorCallError && error.status === 0
      ? new ExitError(ExitCode.FAILED, silentText(client.door), error)
      : error
  }
}

/** The process exists, otherwise its door would not have been found. */
const silentText = ({ pid, run }: DoorFile): string =>
  `the daemon of run ${run} lives (process ${pid}), and its door does not answer. Its keeper watches that it trades, and ends it where it does not; "oddsmith cancel-all", "halt" and "resume" go through the keeper, and the log of the run tells more`

/** The state through a door that was found. */
export async function printStatus(client: Pick<DoorClient, 'read'>, isJson: boolean): Promise<ExitCode> {
  const [copy, alerts] = await Promise.all([client.read('run'), client.read('alerts')])
  printText(`${isJson ? JSON.stringify({ ...copy, alerts }) : statusText(copy, alerts)}\n`)
  return ExitCode.DONE
}

function pauseText({ scope, who, at, closing }: RunCopy['pauses'][number]): string {
  const told = `${scopeText(scope as 'all')} by ${who} at ${utcText(at)}`
  return closing === undefined ? `  paused  ${told}` : `  closing ${told}, ${closingText(closing)}`
}

/** The state as text. */
export function statusText(copy: RunCopy, alerts: AlertsCopy): string {
  const { money, orders, settlement, keeper } = copy
  const eyes = (text: string, show: (wei: ReturnType<typeof weiOfDigits>) => string): string => show(weiOfDigits(text))
  const seconds = Math.round((copy.at - copy.startedAt) / 1e6)
  return [
    `run ${copy.run} (${copy.mode}, process ${copy.pid}, ${seconds} s): ${copy.state}${copy.halt === null ? '' : ` by ${copy.halt.text}`}`,
    ...alertLines(alerts).map(text => `  ${text}`),
    ...copy.pauses.map(pauseText),
    `  money   cash ${eyes(money.cash, short)}${money.unredeemed === '0' ? '' : ` (${eyes(money.unredeemed, short)} of it to redeem: oddsmith redeem)`}, equity ${eyes(money.equity, short)}, pnl ${eyes(money.total, signed)} (realized ${eyes(money.realized, signed)}, unrealized ${eyes(money.unrealized, signed)}, fees ${eyes(money.fees, short)})`,
    `  orders  ${orders.working} rest, ${orders.pending} on their way, ${orders.unknown} unknown; ${orders.placed} placed, ${orders.canceled} canceled, ${orders.filled} filled, ${orders.refused} refused; ${orders.fills} fills`,
    `  markets ${countText(copy.markets.map(({ state }) => state))}`,
    ...copy.markets
      .filter(({ fault }) => fault !== null)
      .map(({ id, strategy, fault }) => `  failed  ${strategy} in market ${id}: ${fault}`),
    ...copy.strategies.flatMap(({ name, own }) =>
      own.map(
        ({ market, differs }) =>
          `  own     market ${market}: ${differs.map(each => `${name} ${each.name} ${jsonOf(each.value)} (the others ${jsonOf(each.general)})`).join(', ')}`,
      ),
    ),
    `  feeds   ${copy.feeds.map(({ name, state, text }) => (state === 'live' ? `${name} live` : `${name} ${state.toUpperCase()} (${text})`)).join(', ')}`,
    ...copy.limits
      .filter(({ percent }) => (percent ?? 0) >= NEAR_PERCENT)
      .map(
        ({ path, value, used, percent, where }) =>
          `  limit   ${path} ${String(value)}: ${used} used, ${usedText(percent ?? 0)}${where === null ? '' : ` (${where})`}`,
      ),
    `  calls   ${copy.calls.map(({ route, left, of }) => `${route} ${Math.floor(left)} of ${of} left`).join(', ')}`,
    `  settle  ${settlement.pending} fills settle, ${settlement.failed} failed`,
    ...copy.waiting.map(text => `  WAITS   ${text}`),
    ...copy.differences.map(text => `  DIFFERS ${text}`),
    `  keeper  process ${keeper.pid ?? 'unknown'}; loop ${copy.loop.p99Ms} ms late at most in 99 of 100`,
  ].join('\n')
}

/** Each active alert, most severe first, and each receiver that does not accept alerts. */
export function alertLines({ firing, sinks, heartbeat }: AlertsCopy): readonly string[] {
  const graveFirst = firing.toSorted((a, b) => SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity))
  const failing = sinks.filter(({ lastFailure }) => lastFailure !== null)
  return [
    ...graveFirst.map(
      ({ severity, kind, text, sinceMs }) => `ALERT   ${severity} ${kind} since ${utcText(sinceMs * 1_000)}: ${text}`,
    ),
    ...failing.map(
      ({ name, lastFailure, failures, waiting, dropped }) =>
        `ALERTS  do not reach ${name}: ${lastFailure}; ${failures} tries failed, ${waiting} wait, ${dropped} given up`,
    ),
    ...(heartbeat?.lastFailure == null ? [] : [`ALERTS  the heartbeat does not arrive: ${heartbeat.lastFailure}`]),
  ]
}

/** A limit is listed if this much of it is used. */
const NEAR_PERCENT = 80

const jsonOf = (value: unknown): string => JSON.stringify(value)

export const utcText = (at: number): string => new Date(at / 1_000).toISOString().slice(0, 19).replace('T', ' ')

function countText(words: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([word, count]) => `${count} ${word}`)
    .join(', ')
}
