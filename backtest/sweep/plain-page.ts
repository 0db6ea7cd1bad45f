import { readFileSync } from 'node:fs'
import { money, tone } from '../report/format.js'
import { html, type Markup, ownElement } from '../report/html.js'

/** A page of this project without scripts. */
export function plainPage(kind: string, title: string, body: Markup): string {
  const style = readFileSync(new URL('../report/page/page.css', import.meta.url), 'utf8')
  return html`${DOCTYPE}<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
${ownElement('style', style + HEAT_STYLE)}
</head>
<body>
<main>
<header><p class="kicker">${kind}</p><h1>${title}</h1></header>
${body}
</main>
</body>
</html>
`.markup
}

const DOCTYPE: Markup = { markup: '<!doctype html>\n' }

const HEAT_STYLE = `
.heat { margin: 0 0 18px; overflow-x: auto; }
.heat svg { display: block; max-width: none; }
.heat .gain { fill: var(--gain); }
.heat .loss { fill: var(--loss); }
.heat .none { fill: var(--grid); }
.heat .dead { fill: none; stroke: var(--soft); stroke-dasharray: 3 3; }
.heat text { font-size: 12px; fill: var(--ink); }
.heat .value, .heat .idle { pointer-events: none; }
.heat .idle { fill: var(--soft); }
.heat .tick { fill: var(--soft); }
.heat .name { font-weight: 600; }
.heat figcaption { color: var(--soft); font-size: 12px; }
.maps { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(420px, 100%), 1fr)); gap: 8px 24px; }
tr.best > * { font-weight: 600; }
.bars { margin: 0; overflow-x: auto; }
.bars svg { display: block; width: 100%; min-width: 640px; height: auto; }
.bars text { font-size: 12px; fill: var(--soft); }
.bars .rule { stroke: var(--grid); }
.bars .border { stroke: var(--soft); stroke-dasharray: 2 3; }
.bars .place { fill: transparent; }
.bars g:hover .place { fill: var(--grid); }
.bars .gain { fill: var(--gain); fill-opacity: 0.55; }
.bars .loss { fill: var(--loss); fill-opacity: 0.55; }
.bars polyline { fill: none; pointer-events: none; stroke: var(--ink); stroke-width: 2; stroke-linejoin: round; }
.bars .beside { stroke: var(--soft); stroke-width: 1.2; stroke-dasharray: 5 4; }
`

/** An important number. */
export const card = (name: string, value: Toned, note: string): Markup =>
  html`<div class="card"><span class="name">${name}</span><span class="value ${value.tone}">${value.text}</span><span class="note">${note}</span></div>`

/** A formatted number, and whether it is good. */
interface Toned {
  readonly text: string
  readonly tone: 'gain' | 'loss' | 'even'
}

/** A coloured amount. */
export const tonedAmount = (value: number): Toned => ({
  text: money(value),
  tone: tone(value),
})

/** Sentences to read before the numbers; empty if there are none. */
export const warnings = (sentences: readonly string[]): Markup =>
  sentences.length === 0
    ? html``
    : html`<section class="warnings"><h2>Before you believe it</h2><ul>${sentences.map(text => html`<li>${text}</li>`)}</ul></section>`
