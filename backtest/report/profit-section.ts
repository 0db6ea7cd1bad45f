import { Wei } from '../../src/model/money.js'
import type { Payout } from '../../src/model/payout.js'
import { Timestamp } from '../../src/model/time.js'
import type { AccountResult, BacktestResult, ProfitParts } from '../result.js'
import type { AccountFigures } from './account-figures.js'
import { countText, money, tone } from './format.js'
import { moneyCell } from './headline-section.js'
import { html, type Markup } from './html.js'
import { ownersOf } from './strategy-profits.js'
import { type Cell, section, table } from './table.js'

/** The parts of a profit, in the order of the page. */
export const PROFIT_PARTS = ['spread', 'drift', 'settlement', 'fees', 'rewards'] as const
const MEANING: Readonly<Record<(typeof PROFIT_PARTS)[number], string>> = {
  spread: 'against the middle of the recorded book before each fill',
  drift: 'what held shares gained or lost',
  settlement: 'from the last mark to the payout',
  fees: 'paid',
  rewards: 'earned for quoting, the low estimate',
}

/** Sources of the profit: a waterfall of the headline and a table of all accounts, whose parts must add up. */
export function profitSection({ accounts }: BacktestResult): Markup {
  const [headline] = accounts
  if (headline === undefined) return html``
  return section(
    'profit',
    'Where the PnL came from',
    html`${waterfall(headline.profit)}
${table(
  ['', ...accounts.map(({ model }) => model)],
  [
    ...PROFIT_PARTS.map(part => [
      html`${part} <small>${MEANING[part]}</small>`,
      ...accounts.map(({ profit }) => moneyCell(Wei.toNumber(profit[part]))),
    ]),
    [html`<b>total</b>`, ...accounts.map(({ profit }) => moneyCell(Wei.toNumber(profit.total)))],
  ],
)}
<p class="note">${accounts.map(sumSentence).join(' ')} ${accounts.map(rewardSentence).join(' ')}</p>`,
  )
}

/** Sum of the parts minus the total: zero, to the wei, if the ledger is correct. */
export const unexplained = ({ profit }: AccountResult): Wei =>
  PROFIT_PARTS.reduce((rest, part) => Wei.sub(rest, profit[part]), profit.total)

const sumSentence = (account: AccountResult): string => {
  const rest = unexplained(account)
  return rest === 0n
    ? `${account.model}: the parts add up to the wei.`
    : `${account.model}: ${rest} wei ARE NOT EXPLAINED by the parts.`
}

/** A recording does not say whose the other orders are, so rewards can only be bounded. */
const rewardSentence = ({ model, rewards: { low, high, pointsLow, pointsHigh } }: AccountResult): string =>
  pointsHigh === 0
    ? ''
    : `${model}: quoting earned ${pointsLow.toFixed(2)} to ${pointsHigh.toFixed(2)} points, worth ${money(Wei.toNumber(low))} to ${money(Wei.toNumber(high))}; the low end is in the total, and in no drawdown.`

interface Bar {
  readonly name: string
  readonly value: number
  /** Start and end, in collateral. */
  readonly low: number
  readonly high: number
}

/** Each part begins where the previous one ended; the total starts at zero. */
function waterfall(profit: ProfitParts): Markup {
  const bars = barsOf(profit)
  const low = Math.min(0, ...bars.map(bar => bar.low))
  const high = Math.max(0, ...bars.map(bar => bar.high))
  const scale = (value: number): string => (high === low ? '0' : (((value - low) / (high - low)) * 100).toFixed(3))
  return html`<div class="waterfall" role="img" aria-label="parts of the PnL">${bars.map(
    ({ name, value, low, high }) =>
      html`<div class="bar"><span class="label">${name}</span><span class="track"><i class="zero" style="left:${scale(0)}%"></i><i class="fill ${tone(value)}" data-value="${value}" style="left:${scale(low)}%;right:calc(100% - ${scale(high)}%)"></i></span><span class="amount ${tone(value)}">${money(value)}</span></div>`,
  )}</div>`
}

function barsOf(profit: ProfitParts): Bar[] {
  let reached = 0
  const parts = PROFIT_PARTS.map(name => {
    const value = Wei.toNumber(profit[name])
    const start = reached
    reached += value
    return { name, value, low: Math.min(start, reached), high: Math.max(start, reached) }
  })
  const total = Wei.toNumber(profit.total)
  return [...parts, { name: 'total', value: total, low: Math.min(0, total), high: Math.max(0, total) }]
}

/** The headline account by market. */
export function marketSection(result: BacktestResult, headline: AccountFigures | undefined): Markup {
  if (headline === undefined) return html``
  const owners = ownersOf(result)
  const isShared = result.strategies.length > 1
  const rows = headline.marketProfits.map(({ market, fills, shares, net }): Cell[] => {
    const profit = headline.account.byMarket[market]
    const part = (name: keyof ProfitParts) => moneyCell(Wei.toNumber(profit?.[name] ?? Wei.ZERO))
    return [
      html`<span class="title">${result.markets[market]?.question ?? ''}</span>`,
      ...(isShared ? [owners[market] ?? 'none'] : []),
      countText(fills),
      countText(shares),
      part('total'),
      countText(net),
      resultText(result, market),
      ...PROFIT_PARTS.map(part),
    ]
  })
  const heads = ['', ...(isShared ? ['strategy'] : []), 'fills', 'shares', 'PnL', 'net YES', 'result', ...PROFIT_PARTS]
  return section(
    'markets',
    'PnL by market',
    html`${table(heads, rows)}
<p class="note">Headline account. What is held at the end is valued at its payout, or where none is known at what the position could be closed at in the last book. The markets together are the PnL of the account, to the wei.</p>`,
  )
}

function resultText({ markets }: BacktestResult, market: number): string {
  const known = markets[market]?.result
  if (known === null || known === undefined) return 'open'
  return `${payoutText(known.yes)}, ${Timestamp.iso(known.at).slice(0, 16).replace('T', ' ')}`
}

function payoutText(yes: Payout): string {
  if (yes === 0) return 'No'
  if (yes === 1) return 'Yes'
  return yes === 0.5 ? 'a half each' : `Yes paid ${yes}`
}

/** Profit of each day, one column for each model; nothing for a run within one day. */
export function daySection(figures: readonly AccountFigures[]): Markup {
  const days = figures[0]?.days ?? []
  if (days.length < 2) return html``
  const rows = days.map(({ day, fills, volume }, at): Cell[] => [
    day,
    ...figures.map(each => moneyCell(Wei.toNumber(each.days[at]?.profit ?? Wei.ZERO))),
    countText(fills),
    countText(volume),
  ])
  return section(
    'days',
    'PnL by day',
    html`${table(['', ...figures.map(({ account }) => account.model), 'fills', 'volume'], rows)}
<p class="note">Days of UTC. Fills and volume are those of the headline account; rewards are left out.</p>`,
  )
}
