/** A text of OpenMetrics, read by its rules. */
export interface ParsedMetrics {
  readonly families: readonly { readonly name: string; readonly type: string }[]
  /** By name and labels in the order of their names, such as `oddsmith_fills_total{}`. */
  readonly series: ReadonlyMap<string, number>
}

const ENDINGS: Readonly<Record<string, RegExp>> = { gauge: /^$/, counter: /^_total$/, histogram: /^_(bucket|sum|count)$/ }
const SERIES = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\["\\n])*)"(?:,|$)/g

/** Reads it. Throws where a line is not as OpenMetrics wants it. */
export function parseMetrics(text: string): ParsedMetrics {
  const families: { name: string; type: string }[] = []
  const series = new Map<string, number>()
  const lines = text.split('\n')
  if (lines.pop() !== '' || lines.pop() !== '# EOF') throw new Error('expected "# EOF" and a line break at the end')
  let described = ''
  for (const line of lines) {
    const [, word = '', name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? []
    if (word === 'HELP') described = name
    if (word === 'TYPE') {
      if (name !== described) throw new Error(`${name} has a type and no description`)
      if (families.some(family => family.name === name)) throw new Error(`${name} comes twice`)
      families.push({ name, type: rest })
    }
    if (word === '') addSeries(line, families.at(-1), series)
  }
  return { families, series }
}

function addSeries(line: string, family: { name: string; type: string } | undefined, series: Map<string, number>): void {
  const [, name = '', labels = '', value = ''] = SERIES.exec(line) ?? []
  if (family === undefined || !name.startsWith(family.name) || !ENDINGS[family.type]?.test(name.slice(family.name.length)))
    throw new Error(`"${line}" does not belong to ${family?.name ?? 'any metric'}`)
  const found = [...labels.matchAll(LABEL)]
  if (found.map(([whole]) => whole).join('') !== labels) throw new Error(`"${line}" has labels that cannot be read`)
  const key = `${name}{${found
    .map(([, label, text]) => `${label}="${text}"`)
    .toSorted()
    .join(',')}}`
  if (series.has(key)) throw new Error(`${key} comes twice`)
  if (value === '' || Number.isNaN(Number(value))) throw new Error(`"${line}" has no number`)
  series.set(key, Number(value))
}
