import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BacktestResult } from '../result.js'
import type { ReportAbout } from './about.js'
import { calibrationSection, configurationSection, coverageSection } from './about-section.js'
import { type AccountFigures, accountFigures } from './account-figures.js'
import { darkSection } from './dark-section.js'
import { fillSection, markoutSection, tradeSection } from './fill-section.js'
import { headlineSection, modelSection, warningSection } from './headline-section.js'
import { html, jsonElement, type Markup, ownElement } from './html.js'
import { type PageData, pageData } from './page-data.js'
import { bookSection, equitySection, inventorySection } from './plot-section.js'
import { daySection, marketSection, profitSection } from './profit-section.js'
import { refusalSection } from './refusal-section.js'
import { riskSection } from './risk-section.js'
import { strategySection } from './strategy-section.js'

/** The page's scripts, in execution order. */
const SCRIPTS = ['frame.js', 'book-plot.js', 'page.js']

/**
 * A finished backtest as one HTML file that opens from disk and loads nothing else: plots, tables and their data. Its content policy allows only its
 * own scripts. Throws if the page's own files are missing.
 */
export function reportHtml(
  result: BacktestResult,
  about: ReportAbout,
  figures: readonly AccountFigures[] = accountFigures(result),
): string {
  const data = pageData(result, figures)
  const scripts = [moduleFile('uplot/dist/uPlot.iife.min.js'), ...SCRIPTS.map(pageFile)]
  return html`${DOCTYPE}<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${scripts.map(hashSource).join(' ')}; style-src 'unsafe-inline'; img-src data:">
<meta name="color-scheme" content="light dark">
<title>${about.title}</title>
<link rel="icon" href="data:,">
${ownElement('style', moduleFile('uplot/dist/uPlot.min.css') + pageFile('page.css'))}
</head>
<body>
<main>
${sections({ result, about, data, figures })}
</main>
${jsonElement('data', data)}
${scripts.map(text => ownElement('script', text))}
</body>
</html>
`.markup
}

const DOCTYPE: Markup = { markup: '<!doctype html>\n' }

/** All that the page is made of. */
interface Contents {
  readonly result: BacktestResult
  readonly about: ReportAbout
  readonly data: PageData
  readonly figures: readonly AccountFigures[]
}

const sections = ({ result, about, data, figures }: Contents): Markup[] => [
  headlineSection(result, about, figures[0]),
  warningSection(result, about),
  modelSection(figures),
  equitySection(data),
  profitSection(result),
  strategySection(result),
  bookSection(data),
  inventorySection(data),
  riskSection(result, figures),
  markoutSection(result, figures),
  tradeSection(figures),
  fillSection(result, figures),
  refusalSection(result),
  darkSection(result),
  marketSection(result, figures[0]),
  daySection(figures),
  calibrationSection(result),
  coverageSection(result, about),
  configurationSection(result, about),
]

/** Identifies a script by its digest, so that the browser runs no other, whatever a market's title contains. */
const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const pageFile = (name: string): string => readFileSync(new URL(`page/${name}`, import.meta.url), 'utf8')

const moduleFile = (path: string): string => readFileSync(createRequire(import.meta.url).resolve(path), 'utf8')
