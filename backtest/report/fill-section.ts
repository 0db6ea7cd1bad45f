import { Timestamp } from '../../src/model/time.js'
import type { BacktestResult, SimulatedFill } from '../result.js'
import type { AccountFigures } from './account-figures.js'
import { type Spread, spreadOf } from './fill-statistics.js'
import { cents, countText, duration, money, percent, tone } from './format.js'
import { html, type Markup } from './html.js'
import { because } from './page-data.js'
import { type Cell, section, table } from './table.js'
import { yesFill } from './yes-fill.js'

const LISTED_MAX = 50

/** Value of fills some time later: the plot's place and its numbers. */
export function markoutSection(result: BacktestResult, figures: readonly AccountFigures[]): Markup {
  const curves = figures.map(({ markouts }) => markouts)
  const rows = (curves[0] ?? []).map(({ horizon }, row): Cell[] => [
    horizon,
    ...curves.map((curve): Cell => {
      const point = curve[row]
      if (point === undefined || point.cents === null) return '–'
      const error = point.error === null ? '' : ` ± ${(2 * point.error).toFixed(2)}`
      return html`<span class="${tone(point.cents)}">${cents(point.cents)}</span>${error} <small>${countText(point.fills)}</small>`
    }),
  ])
  return section(
    'markouts',
    'Markouts',
    html`<div class="plot" id="markout-plot"></div>
${table(['', ...result.accounts.map(({ model }) => model)], rows)}
<p class="note">Cents a share between what a fill cost and the middle of the recorded book so much later, weighted by shares; the book is sampled ${samplingWords(result)}, which blurs the first point; ± is two standard errors, fills of one market within a minute (or within the horizon) counted as one observation; small numbers are the fills that have a price at the horizon. A curve that falls below nothing means that the crowd knew more than our quotes.</p>`,
  )
}

/** Time between samples of the book where it moves most. */
function samplingWords({ books }: BacktestResult): string {
  const times = [...new Set(books.slice(0, 5_000).map(({ at }) => at))].sort((a, b) => a - b)
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at))
  const usual = spreadOf(gaps)
  return usual === null ? 'once' : `about every ${duration(usual.median / 1e6)} while it moves`
}

/** How the accounts got their fills, and the latest ones with the event that justifies each. */
export function fillSection(result: BacktestResult, figures: readonly AccountFigures[]): Markup {
  const row = (name: string, of: (each: AccountFigures) => string): Cell[] => [name, ...figures.map(of)]
  const rows = [
    row('Fills', ({ fills }) => countText(fills.fills)),
    row('Undone by a failed settlement', ({ fills }) => countText(fills.undone)),
    row('As a maker', ({ fills }) => (fills.fills === 0 ? '–' : percent(fills.makers / fills.fills))),
    row('YES shares bought / sold', ({ fills }) => `${countText(fills.bought)} / ${countText(fills.sold)}`),
    row('Justified by a print', ({ fills }) => percent(fills.evidence.print)),
    row('Justified by a level that changed', ({ fills }) => percent(fills.evidence.level)),
    row('Our own taking', ({ fills }) => percent(fills.evidence.taking)),
    row('Quote had rested, median / nine of ten', ({ fills }) => spreadText(fills.rested, duration)),
    row('Shares ahead on joining, median / nine of ten', ({ fills }) => spreadText(fills.ahead, countText)),
    row('Orders placed', ({ account }) => countText(account.orders.placed)),
    row('Orders filled', ({ account }) => countText(account.orders.filled)),
    row('Orders canceled', ({ account }) => countText(account.orders.canceled)),
    row('Refused', ({ account }) => countText(account.orders.refused)),
  ]
  return section(
    'fills',
    'Fills and queue',
    html`${table(['', ...result.accounts.map(({ model }) => model)], rows)}
${latestFills(result)}`,
  )
}

/** Win rate, profit factor and the other usual statistics of trades. */
export function tradeSection(figures: readonly AccountFigures[]): Markup {
  const row = (name: string, of: (each: AccountFigures['trades']) => string): Cell[] => [
    name,
    ...figures.map(({ trades }) => of(trades)),
  ]
  return section(
    'trades',
    'Trades',
    html`${table(
      ['', ...figures.map(({ account }) => account.model)],
      [
        row('Trades: fills and payouts that closed shares', ({ trades }) => countText(trades)),
        row('Won', ({ winRate }) => orDash(winRate, rate => percent(rate, 1))),
        row('Profit factor', ({ profitFactor }) => orDash(profitFactor, factor => factor.toFixed(2))),
        row('A trade, mean', ({ expectancy }) => orDash(expectancy, money)),
        row('A win / a loss, mean', ({ meanWin, meanLoss }) => `${orDash(meanWin, money)} / ${orDash(meanLoss, money)}`),
        row('Realized by trades', ({ realized }) => money(realized)),
        row('A closed share was held, mean', ({ heldSeconds }) => orDash(heldSeconds, duration)),
        row('Orders that got a fill', ({ fillRatio }) => orDash(fillRatio, part => percent(part, 1))),
        row('Orders and cancels for each fill', ({ messagesPerFill }) => orDash(messagesPerFill, count => count.toFixed(1))),
        row('Turnover: volume over the mean at risk', ({ turnover }) => orDash(turnover, times => times.toFixed(1))),
      ],
    )}
<p class="note">A trade closes the oldest shares of the other side first, in YES terms, after fees, without rewards. Shares that are still held at the end are in no trade.</p>`,
  )
}

const orDash = <T>(value: T | null, show: (value: T) => string): string => (value === null ? '–' : show(value))

const spreadText = (spread: Spread | null, show: (value: number) => string): string =>
  orDash(spread, ({ median, ninth }) => `${show(median)} / ${show(ninth)}`)

function latestFills({ accounts, markets }: BacktestResult): Markup {
  const fills = accounts[0]?.fills ?? []
  if (fills.length === 0) return html`<p class="empty">The headline account has no fills.</p>`
  const question = ({ market }: SimulatedFill): string => markets[market]?.question ?? ''
  const rows = fills
    .slice(-LISTED_MAX)
    .reverse()
    .map((fill): Cell[] => {
      const { sign, price, shares } = yesFill(fill)
      return [
        html`<time>${Timestamp.iso(fill.at).slice(0, 23).replace('T', ' ')}</time>`,
        `${sign > 0 ? 'buy' : 'sell'} YES`,
        shares.toFixed(2),
        `${(price * 100).toFixed(2)} c`,
        `${because(fill.evidence)}${fill.isAlone ? '; no other order within a tick' : ''}${fill.isSettled ? '' : '; undone'}`,
        html`<span class="title">${question(fill)}</span>`,
      ]
    })
  return html`<details><summary>The last ${rows.length} of ${countText(fills.length)} fills, each with the event that justified it</summary>
${table(['at (UTC)', 'side', 'shares', 'price', 'because', 'market'], rows)}</details>`
}
