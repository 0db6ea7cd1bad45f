import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createLogUpdate } from 'log-update'
import { usedText } from '../../../model/used-text.js'
import { actFleet, askFleet, FLEET_ACTIONS, type FleetAction } from '../../../operator/fleet/fleet-daemons.js'
import type { FleetRow } from '../../../operator/fleet/fleet-row.js'
import { weiOfDigits } from '../../../protocol/exact-digits.js'
import { ExitCode, ExitError } from '../../config/exit.js'
import { nearest } from '../../config/nearest.js'
import { short, signed } from '../../screen/amount.js'
import { printText } from '../../screen/print-text.js'
import { screenStream } from '../../screen/screen.js'
import { textTable } from '../../screen/text-table.js'
import { type FleetMember, fleetMembers } from './fleet-members.js'
import { showFleetPage } from './show-fleet-page.js'

/** Options of the command. */
export interface FleetFlags {
  readonly follow?: boolean
  readonly page?: boolean
  readonly port?: string
  readonly json?: boolean
}

interface FleetOptions extends FleetFlags {
  readonly action: string | undefined
  readonly names: readonly string[]
}

const FOLLOW_EVERY_MS = 1_000

/**
 * Shows all daemons under a folder, or sends an action to named ones, each through its own door. Code 1: one of them did not answer, or did not do
 * it.
 */
export async function showFleet(folder: string, options: FleetOptions): Promise<ExitCode> {
  const root = resolve(folder)
  if (!existsSync(root)) throw new ExitError(ExitCode.USAGE, `${folder}: there is no such folder`)
  if (options.page === true) return showFleetPage(root, options)
  if (options.action !== undefined) return actByNames(root, actionOf(options.action), options)
  const stream = options.follow === true ? screenStream(options.json === true) : null
  if (stream !== null) return followFleet(root, stream)
  const rows = await rowsOf(root)
  printText(`${options.json === true ? JSON.stringify(rows) : fleetText(rows, root)}\n`)
  return rows.some(({ state }) => state === 'no answer') ? ExitCode.FAILED : ExitCode.DONE
}

const rowsOf = (root: string): Promise<readonly FleetRow[]> => askFleet(fleetMembers(root))

/** Redraws until a person ends it. */
async function followFleet(root: string, stream: NodeJS.WriteStream): Promise<ExitCode> {
  const draw = createLogUpdate(stream, { showCursor: true })
  const leaving = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => leaving.abort())
  while (!leaving.signal.aborted) {
    draw(fleetText(await rowsOf(root), root))
    await pause(FOLLOW_EVERY_MS, undefined, { signal: leaving.signal }).catch(() => undefined)
  }
  draw.done()
  return ExitCode.DONE
}

const HEAD = [
  'daemon',
  'state',
  'mode',
  'markets',
  'quoting',
  'orders',
  'equity',
  'pnl',
  'fills',
  'most used limit',
  'to look at',
]

function fleetText(rows: readonly FleetRow[], root: string): string {
  if (rows.length === 0) return `${root}: no wallet under it has traded; a daemon makes state/ where it is started`
  return textTable(HEAD, rows.map(cellsOf))
}

function cellsOf({ name, state, run }: FleetRow): readonly string[] {
  if (run === null) return [name, state, ...HEAD.slice(2).map(() => '-')]
  const { mode, markets, quoting, orders, equity, profit, fills, limit, troubles } = run
  return [
    ...[name, state, mode, String(markets), String(quoting), String(orders)],
    ...[short(weiOfDigits(equity)), signed(weiOfDigits(profit)), String(fills)],
    limit === null ? '-' : `${limit.path} ${usedText(limit.percent)}`,
    troubles.length === 0 ? '-' : troubles.join(', '),
  ]
}

function actionOf(word: string): FleetAction {
  const names = Object.keys(FLEET_ACTIONS) as readonly FleetAction[]
  const found = names.find(name => name === word)
  if (found !== undefined) return found
  const guess = nearest(word, names)
  throw new ExitError(
    ExitCode.USAGE,
    `expected one of ${names.join(', ')}, found "${word}"${guess === null ? '' : `; did you mean ${guess}?`}`,
  )
}

/** All at the same time: one that does not answer delays no other. */
async function actByNames(root: string, action: FleetAction, { names, json }: FleetOptions): Promise<ExitCode> {
  const answers = await actFleet(namedOf(fleetMembers(root), names), action)
  const lines = answers.map(({ name, is, text }) => `${name}: ${is === 'done' ? '' : `${is}: `}${text}`)
  printText(`${json === true ? JSON.stringify(answers) : lines.join('\n')}\n`)
  return answers.every(({ is }) => is === 'done') ? ExitCode.DONE : ExitCode.FAILED
}

function namedOf(members: readonly FleetMember[], names: readonly string[]): readonly FleetMember[] {
  const known = members.map(({ name }) => name)
  const has = known.length === 0 ? 'no wallet is there' : `there are ${known.join(', ')}`
  if (names.length === 0) throw new ExitError(ExitCode.USAGE, `expected names of daemons, or all; ${has}`)
  if (names.length === 1 && names[0] === 'all') return members.filter(({ isRunning }) => isRunning)
  const unknown = names.find(name => !known.includes(name))
  if (unknown !== undefined) throw new ExitError(ExitCode.USAGE, `there is no daemon "${unknown}"; ${has}`)
  return members.filter(({ name }) => names.includes(name))
}
