import { plural } from '../../src/model/counted.js'
import { Wei } from '../../src/model/money.js'
import { Timestamp } from '../../src/model/time.js'
import type { BacktestResult } from '../result.js'
import type { ReportAbout } from './about.js'
import { aboutWarnings } from './about-warnings.js'
import type { AccountFigures } from './account-figures.js'
import { countText, duration, money, percent, rate, tone } from './format.js'
import { html, type Markup } from './html.js'
import { sharedWarnings } from './shared-warnings.js'
import { type Cell, section, table } from './table.js'
import { verdictOn } from './verdict.js'

/** The top of the page: title and the most important numbers. */
export function headlineSection(result: BacktestResult, about: ReportAbout, headline: AccountFigures | undefined): Markup {
  const { from, to, markets, events } = result
  const span = `${Timestamp.iso(from).slice(0, 19).replace('T', ' ')} to ${Timestamp.iso(to).slice(0, 19).replace('T', ' ')} UTC`
  return html`<header>
<p class="kicker">Backtest</p>
<h1>${about.title}</h1>
<p class="sub">${span} · ${duration((to - from) / 1e6)} · ${countText(markets.length)} ${plural(markets.length, 'market')} · ${countText(events)} events · latency ${about.latency} · amounts in USDT</p>
<div class="cards">${headline === undefined ? [] : cards(result, headline, about)}</div>
<p class="verdict">${headline === undefined ? 'No account was run.' : verdictOn(headline.eventProfits, result.resolutions)}</p>
</header>
`
}

function cards(result: BacktestResult, { account, fills, markouts }: AccountFigures, about: ReportAbout): Markup[] {
  const total = Wei.toNumber(account.profit.total)
  const late = markouts.find(({ horizon }) => horizon === '30 s')
  const others = result.accounts.slice(1).map(({ model, profit }) => `${model} ${money(Wei.toNumber(profit.total))}`)
  return [
    card('PnL, ' + account.model, money(total), tone(total), others.join(' · ') || 'the only model run'),
    card('Largest drawdown', money(-Wei.toNumber(account.maxDrawdown)), 'even', 'from a peak of equity'),
    card(
      'Fills',
      countText(fills.fills),
      'even',
      `${countText(account.orders.placed)} ${plural(account.orders.placed, 'order')} placed`,
    ),
    card('Volume', countText(fills.volume), 'even', `${countText(fills.bought + fills.sold)} shares`),
    late === undefined || late.cents === null
      ? card('Markout, 30 s', '–', 'even', 'no price that much later')
      : card(
          'Markout, 30 s',
          `${late.cents < 0 ? '−' : '+'}${Math.abs(late.cents).toFixed(2)} c`,
          tone(late.cents),
          `a share, ${errorText(late.error)}`,
        ),
    card(
      'Speed',
      rate(result.events / Math.max(about.wallSeconds, 1e-6)),
      'even',
      `events; ${duration(about.wallSeconds)} in all`,
    ),
  ]
}

const errorText = (error: number | null): string => (error === null ? 'error unknown' : `± ${(2 * error).toFixed(2)}`)

const card = (name: string, value: string, kind: string, note: string): Markup =>
  html`<div class="card"><span class="name">${name}</span><span class="value ${kind}">${value}</span><span class="note">${note}</span></div>`

/** Reasons to doubt the numbers; empty if there are none. */
export function warningSection(result: BacktestResult, about: ReportAbout): Markup {
  const sentences = [...aboutWarnings(about), ...sharedWarnings(result.accounts)]
  if (sentences.length === 0) return html``
  return html`<section id="warnings" class="warnings"><h2>Before you believe it</h2>
<ul>${sentences.map(sentence => html`<li>${sentence}</li>`)}</ul></section>
`
}

/** The accounts side by side, so that the most favourable one is not taken for the truth. */
export function modelSection(figures: readonly AccountFigures[]): Markup {
  const row = (name: string, of: (each: AccountFigures) => Cell): Cell[] => [name, ...figures.map(of)]
  return section(
    'models',
    'Fill models side by side',
    html`${table(
      ['', ...figures.map(({ account: { model } }, index) => (index === 0 ? `${model} (headline)` : model))],
      [
        row('PnL', ({ account }) => moneyCell(Wei.toNumber(account.profit.total))),
        row('Largest drawdown', ({ account }) => money(-Wei.toNumber(account.maxDrawdown))),
        row('Fills', ({ fills }) => countText(fills.fills)),
        row('Volume', ({ fills }) => countText(fills.volume)),
        row('Orders placed', ({ account }) => countText(account.orders.placed)),
        row('Fills an order', ({ account, fills }) => ratio(fills.fills, account.orders.placed)),
        row('Fills without another order within one tick', ({ alone }) => countText(alone.fills)),
        row('PnL of those fills', ({ alone }) => moneyCell(alone.profit)),
        row('Their share of the PnL of all fills', ({ alone }) => shareText(alone.share)),
        row('State hash', ({ account }) => hashText(account.stateHash)),
      ],
    )}
<p class="note">Pessimistic: the queue ahead falls by prints only, and is never more than the level shows. Probabilistic: what left without a print is split between ahead and behind. Optimistic: the touch fills. The truth lies between the first and the last; the recorded crowd never answers to our quotes, so that large orders look better here than they are.</p>`,
  )
}

const ratio = (part: number, whole: number): string => (whole === 0 ? '–' : percent(part / whole, 1))

const hashText = (hash: string): Markup => html`<code title="${hash}">${hash.slice(0, 12)}</code>`

const shareText = (share: number | null): string => (share === null ? '–' : percent(share, 1))

/** A coloured amount. */
export const moneyCell = (value: number): Cell => ({ text: money(value), tone: tone(value) })
