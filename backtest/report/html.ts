/** Text that is already markup. Only `html` creates it, so that nothing else reaches the page unescaped. */
export interface Markup {
  readonly markup: string
}

type Part = string | number | Markup | readonly Markup[]

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Joins markup and values; a value is escaped unless it is markup itself, because market titles come from venues. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Markup => ({
  markup: texts.map((text, index) => text + markupOf(parts[index] ?? '')).join(''),
})

/** A value as JSON inside a script element that is not executed: nothing in it can end the element or open a comment. */
export const jsonElement = (id: string, value: unknown): Markup => ({
  markup: `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', String.raw`\u003c`)}</script>`,
})

/** This project's own script or style sheet; never text from a recording. */
export const ownElement = (name: 'script' | 'style', text: string): Markup => ({ markup: `<${name}>${text}</${name}>` })

const markupOf = (part: Part): string => {
  if (typeof part === 'string' || typeof part === 'number') return escapeText(String(part))
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('')
}

const escapeText = (text: string): string => text.replaceAll(/[&<>"']/g, character => ENTITIES[character] ?? '')
