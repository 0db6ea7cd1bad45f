import { html, type Markup } from './html.js'

/** A cell: text, markup, or a formatted number with its tone. */
export type Cell = string | Markup | { readonly text: string; readonly tone: 'gain' | 'loss' | 'even' }

/** A table whose first column is the row's name and whose other columns are numbers; it scrolls if the screen is narrow. */
export const table = (heads: readonly string[], rows: readonly (readonly Cell[])[]): Markup => html`<div class="table"><table>
<thead><tr>${heads.map(head => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map(row => html`<tr>${row.map(cellOf)}</tr>\n`)}</tbody>
</table></div>`

/** A titled section of the page with an anchor. */
export const section = (id: string, title: string, body: Markup): Markup => html`<section id="${id}"><h2>${title}</h2>
${body}
</section>
`

function cellOf(cell: Cell, column: number): Markup {
  const body = typeof cell === 'object' && 'text' in cell ? html`<span class="${cell.tone}">${cell.text}</span>` : html`${cell}`
  return column === 0 ? html`<th scope="row">${body}</th>` : html`<td>${body}</td>`
}
