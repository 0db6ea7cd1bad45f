import type { BacktestResult } from '../result.js'
import type { ReportAbout } from './about.js'
import { escapeHtml } from './escape.js'

/** A finished backtest as one HTML file that opens from disk and loads nothing from elsewhere. */
export function reportHtml(result: BacktestResult, about: ReportAbout): string {
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${escapeHtml(about.title)}</title>
<h1>${escapeHtml(about.title)}</h1><p>${escapeHtml(result.hash)}</p></html>
`
}
