import { countText, money } from '../report/format.js'
import { html, type Markup } from '../report/html.js'
import { type Cell, section, table } from '../report/table.js'
import { deadRegions } from './dead-regions.js'
import type { Doubt } from './doubt.js'
import { eventBars } from './event-bars.js'
import { heatMap } from './heat-map.js'
import { parametersText, parameterText } from './parameter-text.js'
import { card, plainPage, tonedAmount, warnings } from './plain-page.js'
import { hasEffect, type RankedTrial, type Ranking } from './rank.js'
import type { Axis } from './space.js'
import type { FailedTrial } from './trial.js'

/** What a page of a search shows. */
interface SweepPage {
  /** The strategy and the recording. */
  readonly title: string
  /** As typed. */
  readonly command: string
  readonly axes: readonly Axis[]
  readonly ranked: readonly RankedTrial[]
  readonly failed: readonly FailedTrial[]
  readonly rankBy: Ranking
  readonly doubt: Doubt | null
  /** How the space was searched, as a short text. */
  readonly search: string
  /** Combinations that the strategy's schema refuses. */
  readonly refused: number
  /** Links to the reports of chosen trials, by the trial's key. */
  readonly reports: ReadonlyMap<string, string>
  readonly config: string
  readonly hash: string
  /** Reasons to doubt the result, one sentence each. */
  readonly warnings: readonly string[]
}

const ROWS_MAX = 200
const MAPS_MAX = 10

/** A finished search as one HTML file that opens from disk, loads nothing and runs nothing. */
export function sweepHtml(page: SweepPage): string {
  return plainPage(
    'Sweep',
    page.title,
    html`${headline(page)}${warnings(page.warnings)}${maps(page)}${profits(page)}${trials(page)}${dead(page)}${failures(page)}${configuration(page)}`,
  )
}

function headline({ ranked, doubt, search, refused }: SweepPage): Markup {
  const [best] = ranked
  if (best === undefined || doubt === null) return html`<p class="verdict">No trial came to a result.</p>`
  const gains = ranked.filter(({ result }) => Number(result.profit.total) > 0).length
  const alive = ranked.filter(({ result }) => hasEffect(result)).length
  const idle = alive === ranked.length ? '' : `; ${countText(ranked.length - alive)} more had no fill`
  const left = refused === 0 ? '' : `, ${countText(refused)} combinations refused by the strategy`
  return html`<p class="sub">${search} · pessimistic fills · every trial over the same rows</p>
<div class="cards">${[
    card('Best trial', tonedAmount(doubt.bestProfit), parametersText(best.parameters)),
    card('Trials', { text: countText(doubt.tries), tone: 'even' }, `tried on this recording${left}`),
    card(
      'Best of noise',
      { text: money(doubt.bestOfNoise), tone: 'even' },
      'what the best of as many would earn if all were luck',
    ),
    card(
      'Trials that earned',
      { text: `${countText(gains)} of ${countText(alive)}`, tone: 'even' },
      `a rule that works, works beside its best${idle}`,
    ),
    card('Resolution events', { text: countText(doubt.resolutions), tone: 'even' }, 'independent, with a known result'),
  ]}</div>
<p class="verdict">${doubt.verdict}</p>`
}

function maps({ axes, ranked }: SweepPage): Markup {
  const varied = axes.map(({ name }) => name)
  const pairs = varied.flatMap((across, at) => varied.slice(at + 1).map(down => [across, down] as const)).slice(0, MAPS_MAX)
  const [only] = varied
  if (only === undefined || ranked.length === 0) return html``
  const drawn =
    pairs.length === 0
      ? [heatMap(ranked, { across: only, down: null })]
      : pairs.map(([across, down]) => heatMap(ranked, { across, down }))
  return section(
    'heat',
    'Profit over the space',
    html`<div class="maps">${drawn}</div>
<p class="note">A cell shows the middle one of the trials that share both values; the pointer shows how far they reach. Trust a field of good neighbours, never a single bright cell. Trials without a fill colour nothing: a dashed cell holds no other.</p>`,
  )
}

function profits({ ranked }: SweepPage): Markup {
  const eventProfits = ranked[0]?.result.eventProfits ?? []
  if (eventProfits.length === 0) return html``
  return section(
    'profits',
    'The best trial, event by event',
    html`${eventBars([{ name: '', profits: eventProfits, beside: [] }])}<p class="note">Events in the order in which they were decided: a bar is what one came to, the line what they came to so far. A line that one or two bars carry is no rule.</p>`,
  )
}

function trials({ ranked, axes, reports, rankBy }: SweepPage): Markup {
  const names = axes.map(({ name }) => name)
  const alive = ranked.filter(({ result }) => hasEffect(result))
  const rows = alive.slice(0, ROWS_MAX).map(({ key, number, parameters, result, score }, at): Cell[] => {
    const link = reports.get(key)
    const place = html`${at + 1}<small>trial ${number}</small>`
    return [
      link === undefined ? place : html`<a href="${link}">${place}</a>`,
      ...names.map(name => parameterText(parameters, name)),
      tonedAmount(Number(result.profit.total)),
      ...(rankBy === 'profit' ? [] : [(score ?? 0).toFixed(2)]),
      tonedAmount(Number(result.profit.spread)),
      tonedAmount(Number(result.profit.drift) + Number(result.profit.settlement)),
      tonedAmount(Number(result.profit.fees)),
      money(-Number(result.maxDrawdown)),
      countText(result.fills),
      countText(result.orders.placed),
      html`<code>${result.hash.slice(0, 8)}</code>`,
    ]
  })
  const heads = [
    'rank',
    ...names,
    'profit',
    ...(rankBy === 'profit' ? [] : ['a drawdown']),
    'spread',
    'drift, settlement',
    'fees',
    'drawdown',
    'fills',
    'orders',
    'hash',
  ]
  const more =
    alive.length > ROWS_MAX
      ? html`<p class="note">The best ${ROWS_MAX} of ${countText(alive.length)}; all of them are in trials.ndjson.</p>`
      : html``
  return section('trials', 'Trials', html`${table(heads, rows)}${more}`)
}

/** They have no rank: a trial that was never filled is neither good nor bad. */
function dead({ ranked, axes }: SweepPage): Markup {
  const idle = ranked.filter(({ result }) => !hasEffect(result)).toSorted((a, b) => a.number - b.number)
  if (idle.length === 0) return html``
  const names = axes.map(({ name }) => name)
  const rows = idle
    .slice(0, ROWS_MAX)
    .map(({ number, parameters, result }): Cell[] => [
      `trial ${number}`,
      ...names.map(name => parameterText(parameters, name)),
      countText(result.orders.placed),
    ])
  const where = deadRegions(ranked, names).map(text => html`<li>${text}</li>`)
  const more =
    idle.length > ROWS_MAX
      ? html`<p class="note">The first ${ROWS_MAX} of ${countText(idle.length)}; all of them are in trials.ndjson.</p>`
      : html``
  return section(
    'dead',
    'Trials without a fill',
    html`${where.length === 0 ? html`` : html`<ul>${where}</ul>`}${table(['', ...names, 'orders'], rows)}${more}`,
  )
}

function failures({ failed, axes }: SweepPage): Markup {
  if (failed.length === 0) return html``
  const names = axes.map(({ name }) => name)
  const rows = failed
    .slice(0, ROWS_MAX)
    .map(({ number, parameters, message }): Cell[] => [
      `trial ${number}`,
      ...names.map(name => parameterText(parameters, name)),
      message,
    ])
  const more =
    failed.length > ROWS_MAX
      ? html`<p class="note">The first ${ROWS_MAX} of ${countText(failed.length)}; all of them are in sweep.json.</p>`
      : html``
  return section('failed', 'Trials that failed', html`${table(['', ...names, 'what was thrown'], rows)}${more}`)
}

const configuration = ({ command, config, hash }: SweepPage): Markup =>
  section(
    'configuration',
    'Configuration',
    html`<p>Hash <code>${hash}</code></p><details><summary>As it took effect</summary><pre>${command}\n\n${config}</pre></details>`,
  )
