import { plural } from '../../src/model/counted.js'
import { Timestamp } from '../../src/model/time.js'
import { countText, money } from '../report/format.js'
import { html, type Markup } from '../report/html.js'
import { type Cell, section, table } from '../report/table.js'
import { eventBars } from './event-bars.js'
import type { EventSpan } from './folds.js'
import { parameterText } from './parameter-text.js'
import { card, plainPage, tonedAmount, warnings } from './plain-page.js'
import { type Pooled, profitAnEvent, type WalkedFold } from './walk.js'

/** What a page of a walk forward shows. */
interface WalkPage {
  /** The strategy and the recording. */
  readonly title: string
  readonly command: string
  /** The varied parameters. */
  readonly varied: readonly string[]
  readonly folds: readonly WalkedFold[]
  readonly pooled: Pooled
  readonly config: string
  readonly hash: string
  readonly warnings: readonly string[]
}

/** A walk-forward as one HTML file that opens from disk, loads nothing and runs nothing. */
export const walkHtml = (page: WalkPage): string =>
  plainPage(
    'Walk forward',
    page.title,
    html`${headline(page)}${warnings(page.warnings)}${foldTable(page)}${profits(page)}${events(page)}${configuration(page)}`,
  )

function headline({ folds, pooled }: WalkPage): Markup {
  const gains = folds.filter(({ outOfSample }) => Number(outOfSample.profit.total) > 0).length
  return html`<p class="sub">pessimistic fills · parameters chosen on events that were over before the tested ones were looked at</p>
<div class="cards">${[
    card(
      'Out of sample',
      tonedAmount(Number(pooled.outOfSample)),
      `${countText(pooled.events)} tested ${plural(pooled.events, 'event')}`,
    ),
    card('In sample', tonedAmount(Number(pooled.inSample)), 'of the chosen, on what chose them'),
    card('As configured', tonedAmount(Number(pooled.configured)), 'the config’s own parameters on the tested events'),
    card('Folds that earned', { text: `${countText(gains)} of ${countText(folds.length)}`, tone: 'even' }, 'out of sample'),
    card(
      'Resolution events',
      { text: countText(pooled.resolutions), tone: 'even' },
      'tested, independent, with a known result',
    ),
  ]}</div>
<p class="verdict">Out of sample. ${pooled.verdict}</p>`
}

function foldTable({ folds, varied }: WalkPage): Markup {
  const heads = [
    'fold',
    ...varied,
    'trained on',
    'in sample',
    'an event',
    'tested on',
    'out of sample',
    'an event',
    'as configured',
    'drawdown',
    'fills',
  ]
  const rows = folds.map(({ fold, chosen, outOfSample, configured }, at): Cell[] => [
    html`${at + 1}<small>from ${moment(fold.testFrom)}</small>`,
    ...varied.map(name => parameterText(chosen.parameters, name)),
    countText(fold.train.length),
    tonedAmount(Number(chosen.result.profit.total)),
    tonedAmount(profitAnEvent(chosen.result, fold.train.length)),
    countText(fold.test.length),
    tonedAmount(Number(outOfSample.profit.total)),
    tonedAmount(profitAnEvent(outOfSample, fold.test.length)),
    tonedAmount(Number(configured.profit.total)),
    money(-Number(outOfSample.maxDrawdown)),
    countText(outOfSample.fills),
  ])
  return section(
    'folds',
    'Folds',
    html`${table(heads, rows)}<p class="note">Each fold begins with a fresh account. Parameters that wander from fold to fold, or an out-of-sample profit far below the one in sample, say that the search found the past and not a rule.</p>`,
  )
}

function profits({ folds, pooled }: WalkPage): Markup {
  if (pooled.resolutions === 0) return html``
  const runs = folds.map(({ outOfSample, configured }, at) => ({
    name: `fold ${at + 1}`,
    profits: outOfSample.eventProfits,
    beside: configured.eventProfits,
  }))
  return section(
    'profits',
    'Out of sample, event by event',
    html`${eventBars(runs)}<p class="note">Tested events in the order in which they were decided: a bar is what one came to, the line what they came to so far. Dashed: the config’s own parameters on the same events. A line that one or two bars carry is no rule.</p>`,
  )
}

const events = ({ folds }: WalkPage): Markup =>
  section(
    'events',
    'Which events',
    html`${folds.map(({ fold }, at) => html`<details><summary>Fold ${at + 1}</summary><p>Trained on ${spanWords(fold.train, null)}.</p><p>Tested on ${spanWords(fold.test, fold.testFrom)}.</p></details>`)}`,
  )

/** Number, time and names of events. */
function spanWords(spans: readonly EventSpan[], notBefore: Timestamp | null): string {
  const from = Math.max(notBefore ?? 0, Math.min(...spans.map(span => span.from)))
  const to = Math.max(...spans.map(span => span.to))
  const names = spans.map(({ event }) => event).join(', ')
  return `${countText(spans.length)} ${plural(spans.length, 'event')} from ${moment(Timestamp.of(from))} to ${moment(Timestamp.of(to))}: ${names}`
}

const moment = (time: Timestamp): string => Timestamp.iso(time).slice(0, 19).replace('T', ' ')

const configuration = ({ command, config, hash }: WalkPage): Markup =>
  section(
    'configuration',
    'Configuration',
    html`<p>Hash <code>${hash}</code></p><details><summary>As it took effect</summary><pre>${command}\n\n${config}</pre></details>`,
  )
