import { Decimal } from 'decimal.js'
import { z } from 'zod'
import type { AlertsCopy } from '../schemas-alerts.js'
import type { RunCopy } from '../schemas-run.js'
import { amount, count, list, row } from '../schemas-words.js'

/** One daemon of a fleet as a row. */
export const fleetRow = row({
  name: z.string().describe('how a person calls it, and how an action names it'),
  state: z.string().describe('what the run does; `not running`, `no door`, or `no answer`'),
  run: row({
    mode: z.enum(['paper', 'live']),
    venue: z.string(),
    markets: count,
    quoting: count.describe('markets in which an order of ours rests'),
    orders: count.describe('resting'),
    worth: amount.describe('of what is held, by its marks'),
    worstCase: amount.describe('what all markets may lose together; of a neg-risk group, what it may lose as one'),
    equity: amount,
    profit: amount.describe('of this run'),
    fills: count,
    limit: row({ path: z.string(), percent: z.number() })
      .nullable()
      .describe('the one that is used most; null: none is measured'),
    feeds: row({ all: count, dark: list(z.string()) }),
    alerts: row({ critical: count, warning: count, info: count, failing: count.describe('receivers that take none') }),
    troubles: list(z.string()).describe('what a person should look at, a few words each'),
  })
    .nullable()
    .describe('null: it did not answer'),
}).meta({ id: 'FleetRow' })

export type FleetRow = z.output<typeof fleetRow>

/** The row of a daemon that answered. */
export function fleetRowOf(name: string, run: RunCopy, alerts: AlertsCopy): FleetRow {
  const { halt, state, money, orders, markets, feeds, mode, venue } = run
  const dark = feeds.filter(each => each.state !== 'live').map(each => each.name)
  const failing = alerts.sinks.filter(({ lastFailure }) => lastFailure !== null).length
  return {
    name,
    state: halt === null ? state : `halted by ${halt.rule}`,
    run: {
      ...{ mode, venue, markets: markets.length, orders: orders.working, fills: orders.fills },
      quoting: markets.filter(({ ours }) => ours.bid.length + ours.ask.length > 0).length,
      worth: differenceOf(money.equity, money.cash),
      worstCase: worstCaseOf(run),
      ...{ equity: money.equity, profit: money.total, limit: mostUsed(run) },
      feeds: { all: feeds.length, dark },
      alerts: { ...severitiesOf(alerts), failing },
      troubles: troublesOf(run, { firing: alerts.firing.length, failing, dark: dark.length }),
    },
  }
}

/** The difference of two amounts, rounded to cents for display. */
const differenceOf = (a: string, b: string): string => new Decimal(a).minus(b).toFixed(2)

/** The markets of a group lose together, so the loss of the group counts instead of theirs. */
function worstCaseOf({ markets, groups }: RunCopy): string {
  const grouped = new Set(groups.flatMap(group => group.markets))
  const alone = markets.filter(({ id }) => !grouped.has(id))
  return [...alone, ...groups].reduce((sum, { worstCase }) => sum.plus(worstCase), new Decimal(0)).toFixed(2)
}

function mostUsed({ limits }: RunCopy): { readonly path: string; readonly percent: number } | null {
  const used = limits.flatMap(({ path, percent }) => (percent === null ? [] : [{ path, percent }]))
  return used.toSorted((a, b) => b.percent - a.percent)[0] ?? null
}

function severitiesOf({ firing }: AlertsCopy) {
  const of = (wanted: string): number => firing.filter(({ severity }) => severity === wanted).length
  return { critical: of('critical'), warning: of('warning'), info: of('info') }
}

/** Numbers of active alerts, failing receivers and dark feeds. */
type Counted = Readonly<Record<'firing' | 'failing' | 'dark', number>>

function troublesOf(
  { pauses, markets, waiting, differences, orders }: RunCopy,
  { firing, failing, dark }: Counted,
): readonly string[] {
  const counted: readonly (readonly [count: number, one: string, many?: string])[] = [
    [firing, 'alert', 'alerts'],
    [failing, 'receiver fails', 'receivers fail'],
    [pauses.length, 'paused'],
    [markets.filter(({ fault }) => fault !== null).length, 'failed'],
    [waiting.length, 'kind of market waits', 'kinds of markets wait'],
    [differences.length, 'difference', 'differences'],
    [dark, 'feed dark', 'feeds dark'],
    [orders.unknown, 'unknown'],
  ]
  return counted.flatMap(([many, one, words = one]) => (many === 0 ? [] : [`${many} ${many === 1 ? one : words}`]))
}
