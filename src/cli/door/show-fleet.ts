import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createLogUpdate } from 'log-update'
import type { Action } from '../../operator/schemas-action.js'
import type { RunCopy } from '../../operator/schemas-run.js'
import { parseAmount, short, signed } from '../amount.js'
import { ExitCode, ExitError, reasonOf } from '../exit.js'
import { nearest } from '../nearest.js'
import { screenStream } from '../screen.js'
import { textTable } from '../text-table.js'
import { clientOf } from './find-door.js'
import { type FleetMember, fleetMembers } from './fleet-members.js'

/** What a person may say of a fleet. */
export interface FleetFlags {
  readonly follow?: boolean
  readonly json?: boolean
}

interface FleetOptions extends FleetFlags {
  readonly action: string | undefined
  readonly names: readonly string[]
}

/** One daemon as it answered. */
interface FleetRow {
  readonly name: string
  /** `not running`, `no answer`, or what the run does. */
  readonly state: string
  /** null: it did not answer. */
  readonly run: RunCopy | null
}

const ANSWER_MS = 2_000
const FOLLOW_EVERY_MS = 1_000

/** Shows all daemons under a folder, or has those that are named act, each by its own door. Code 1: one of them did not answer, or did not do it. */
export async function showFleet(folder: string, options: FleetOptions): Promise<ExitCode> {
  const root = resolve(folder)
  if (!existsSync(root)) throw new ExitError(ExitCode.USAGE, `${folder}: there is no such folder`)
  if (options.action !== undefined) return actFleet(root, actionOf(options.action), options)
  const stream = options.follow === true ? screenStream(options.json === true) : null
  if (stream !== null) return followFleet(root, stream)
  const rows = await askFleet(root)
  process.stdout.write(`${options.json === true ? JSON.stringify(rows) : fleetText(rows, root)}\n`)
  return rows.some(({ state }) => state === 'no answer') ? ExitCode.FAILED : ExitCode.DONE
}

const askFleet = (root: string): Promise<readonly FleetRow[]> => Promise.all(fleetMembers(root).map(askMember))

async function askMember({ name, door }: FleetMember): Promise<FleetRow> {
  if (door === null) return { name, state: 'not running', run: null }
  try {
    const run = await clientOf(door, ANSWER_MS).read('run')
    return { name, state: run.halt === null ? run.state : `halted by ${run.halt.rule}`, run }
  } catch {
    // That it is silent is what the table says of it.
    return { name, state: 'no answer', run: null }
  }
}

/** Until a person leaves. */
async function followFleet(root: string, stream: NodeJS.WriteStream): Promise<ExitCode> {
  const draw = createLogUpdate(stream, { showCursor: true })
  const leaving = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => leaving.abort())
  while (!leaving.signal.aborted) {
    draw(fleetText(await askFleet(root), root))
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
  const { money, orders, markets, limits } = run
  const quoting = markets.filter(market => market.ours.bid.length + market.ours.ask.length > 0).length
  const used = limits.flatMap(({ path, percent }) => (percent === null ? [] : [{ path, percent }]))
  const most = used.toSorted((a, b) => b.percent - a.percent)[0]
  return [
    ...[name, state, run.mode, String(markets.length), String(quoting), String(orders.working)],
    ...[short(parseAmount(money.equity)), signed(parseAmount(money.total)), String(orders.fills)],
    most === undefined ? '-' : `${most.path} ${Math.round(most.percent)} %`,
    troublesOf(run),
  ]
}

function troublesOf({ pauses, markets, differences, feeds, orders }: RunCopy): string {
  const counted: readonly (readonly [count: number, what: string])[] = [
    [pauses.length, 'paused'],
    [markets.filter(({ fault }) => fault !== null).length, 'failed'],
    [differences.length, 'differences'],
    [feeds.filter(({ state }) => state !== 'live').length, 'feeds dark'],
    [orders.unknown, 'unknown'],
  ]
  const found = counted.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]))
  return found.length === 0 ? '-' : found.join(', ')
}

const ACTIONS = {
  pause: { do: 'pause', scope: 'all' },
  resume: { do: 'resume', scope: 'all' },
  halt: { do: 'halt' },
  'cancel-all': { do: 'cancel-all' },
} as const satisfies Readonly<Record<string, Action>>

function actionOf(word: string): Action {
  const known = Object.entries(ACTIONS).find(([name]) => name === word)
  if (known !== undefined) return known[1]
  const names = Object.keys(ACTIONS)
  const guess = nearest(word, names)
  throw new ExitError(
    ExitCode.USAGE,
    `expected one of ${names.join(', ')}, found "${word}"${guess === null ? '' : `; did you mean ${guess}?`}`,
  )
}

/** Side by side: one that does not answer holds up no other. */
async function actFleet(root: string, action: Action, { names, json }: FleetOptions): Promise<ExitCode> {
  const members = namedOf(fleetMembers(root), names)
  const answers = await Promise.all(
    members.map(async ({ name, door }) => {
      if (door === null) return { name, is: 'refused', text: 'no daemon runs for it, or it has no door open' }
      try {
        const { is, text } = await clientOf(door, ANSWER_MS).act(action)
        return { name, is, text }
      } catch (error) {
        return {
          name,
          is: 'unsure',
          text: `${reasonOf(error)}; "oddsmith ${action.do} --home" with its folder reaches the keeper`,
        }
      }
    }),
  )
  const lines = answers.map(({ name, is, text }) => `${name}: ${is === 'done' ? '' : `${is}: `}${text}`)
  process.stdout.write(`${json === true ? JSON.stringify(answers) : lines.join('\n')}\n`)
  return answers.every(({ is }) => is === 'done') ? ExitCode.DONE : ExitCode.FAILED
}

function namedOf(members: readonly FleetMember[], names: readonly string[]): readonly FleetMember[] {
  const known = members.map(({ name }) => name)
  const has = known.length === 0 ? 'no wallet is there' : `there are ${known.join(', ')}`
  if (names.length === 0) throw new ExitError(ExitCode.USAGE, `expected names of daemons, or all; ${has}`)
  if (names.length === 1 && names[0] === 'all') return members.filter(({ door }) => door !== null)
  const unknown = names.find(name => !known.includes(name))
  if (unknown !== undefined) throw new ExitError(ExitCode.USAGE, `there is no daemon "${unknown}"; ${has}`)
  return members.filter(({ name }) => names.includes(name))
}
