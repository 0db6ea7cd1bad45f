import { Timestamp } from '../../src/model/time.js'
import { clockText } from '../../src/recording/columns/clock-offset.js'
import type { BacktestResult } from '../result.js'
import type { CoverageGap, ReportAbout } from './about.js'
import { calibrations, type PriceCalibration } from './calibration.js'
import { fairTables } from './fair-section.js'
import { countText, duration, percent } from './format.js'
import { html, type Markup } from './html.js'
import { section, table } from './table.js'
import { RESOLUTIONS_MIN } from './verdict.js'

const GAPS_LISTED_MAX = 100

/** How well prices predicted results, if any result is known. */
export function calibrationSection(result: BacktestResult): Markup {
  const sources = calibrations(result)
  if (sources.length === 0)
    return section(
      'calibration',
      'Calibration',
      html`<p class="empty">No market of this recording has a result, so no price can be held against one.</p>`,
    )
  const row = ({ of, brier, markets }: PriceCalibration) => [of, countText(markets), brier.toFixed(4)]
  return section(
    'calibration',
    'Calibration of the fair value',
    html`<div class="plot square" id="calibration-plot"></div>
${table(['', 'markets with a result', 'Brier score'], sources.map(row))}
<p class="note">Prices by tenths against how often their markets then paid; on the diagonal a price meant what it said. Each market weighs the same. Our quotes’ middle carries the lean against our position. ${
      result.resolutions < RESOLUTIONS_MIN
        ? `With ${result.resolutions} independent events this is a picture, not a finding.`
        : ''
    }</p>
${fairTables(result)}`,
  )
}

/** What the recording contains and lacks. */
export function coverageSection({ from, to, events, markets, resolutions }: BacktestResult, { coverage }: ReportAbout): Markup {
  const { gaps, dropped, duplicates, repaired, printsPaired } = coverage
  const lost = gaps.reduce((sum, gap) => sum + (gap.to - gap.from), 0) / 1e6
  return section(
    'coverage',
    'Coverage and gaps',
    html`${strip(coverage.gaps, coverage)}
${table(
  ['', ''],
  [
    ['Recorded', `${moment(coverage.from)} to ${moment(coverage.to)}`],
    ['Replayed', `${moment(from)} to ${moment(to)}`],
    ['Markets', countText(markets.length)],
    ['Events', countText(events)],
    ['Gaps', gaps.length === 0 ? 'none' : `${countText(gaps.length)}, ${duration(lost)} in all`],
    ['Rows dropped', countText(dropped)],
    ['Lines told twice, left out', countText(duplicates)],
    ['Rows repaired', countText(repaired)],
    ['Prints paired with their decrease', printsPaired === null ? 'no prints' : percent(printsPaired, 1)],
    ['Venue clock', clockText(coverage.clocks)],
    ['Independent resolution events', `${countText(resolutions)} (no verdict below ${RESOLUTIONS_MIN})`],
  ],
)}
${gapList(gaps)}`,
  )
}

const moment = (time: Timestamp): string => Timestamp.iso(time).slice(0, 19).replace('T', ' ')

/** The recording as a bar with its gaps cut out. */
function strip(gaps: readonly CoverageGap[], { from, to }: { readonly from: Timestamp; readonly to: Timestamp }): Markup {
  const place = (time: number): string => (to === from ? '0' : (((time - from) / (to - from)) * 100).toFixed(3))
  const mark = (gap: CoverageGap): Markup =>
    html`<i style="left:${place(gap.from)}%;width:max(2px,${(Number(place(gap.to)) - Number(place(gap.from))).toFixed(3)}%)" title="${gap.why}"></i>`
  return html`<div class="strip" role="img" aria-label="recorded time with its gaps">${gaps.slice(0, 2_000).map(mark)}</div>`
}

function gapList(gaps: readonly CoverageGap[]): Markup {
  if (gaps.length === 0) return html``
  const longest = gaps.toSorted((a, b) => b.to - b.from - (a.to - a.from)).slice(0, GAPS_LISTED_MAX)
  const rows = longest.map(gap => [
    moment(gap.from),
    duration((gap.to - gap.from) / 1e6),
    html`<span class="title">${gap.market ?? 'all markets'}</span>`,
    gap.why,
  ])
  return html`<details><summary>${gaps.length > longest.length ? `The ${longest.length} longest of ${countText(gaps.length)} gaps` : 'The gaps'}</summary>
${table(['from (UTC)', 'length', 'market', 'why'], rows)}</details>`
}

/** What was run and how to run it again. */
export function configurationSection({ hash, batches }: BacktestResult, about: ReportAbout): Markup {
  const fees = `${about.fees.schedule}${about.fees.isOfRecordedVenue ? ', the recorded venue’s' : ', NOT the recorded venue’s'}`
  return section(
    'configuration',
    'Configuration',
    html`${table(
      ['', ''],
      [
        ['Command', html`<code>${about.command}</code>`],
        ['Latency', about.latency],
        ['Venue profile', [about.profile.name, ...about.profile.sources].join(', ')],
        ['Fee schedule', fees],
        ['Orders', about.profile.orders],
        ['Batches', countText(batches)],
        ['Hash', html`<code class="hash">${hash}</code>`],
      ],
    )}
<pre><code>${about.config}</code></pre>
<p class="note">The same configuration over the same recording gives the same hash, on any machine.</p>`,
  )
}
