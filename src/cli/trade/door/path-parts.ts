/** One part of a path as a regular expression: a plain word, or a text in double quotes. */
export const PART = String.raw`(?:"(?:[^"\\]|\\.)*"|[^."]+)`

const NEXT = new RegExp(`^(${PART})(\\.|$)`)

/**
 * The parts of a setting's path, such as `strategies."two.sided".halfSpreadTicks`: a part that contains a dot, a quote or an equals sign is in double
 * quotes, as in JSON. null: a part is empty, or a quote is not closed.
 */
export function pathParts(path: string): readonly string[] | null {
  const parts: string[] = []
  for (let rest = path; ; ) {
    const [whole, written, end] = NEXT.exec(rest) ?? []
    const part = written === undefined ? null : textOf(written)
    if (whole === undefined || part === null || part === '') return null
    parts.push(part)
    if (end === '') return parts
    rest = rest.slice(whole.length)
  }
}

/** A name as part of a path. */
export const pathPart = (name: string): string => (/^[^."=\s\\]+$/.test(name) ? name : JSON.stringify(name))

const PAIR = /^((?:"(?:[^"\\]|\\.)*"|[^="])+)=([^]*)$/

/** Both halves of `path=value`; null: there is no equals sign after a path. */
export function pathAndValue(pair: string): { readonly path: string; readonly value: string } | null {
  const [, path, value] = PAIR.exec(pair) ?? []
  return path === undefined || value === undefined ? null : { path, value }
}

function textOf(written: string): string | null {
  if (!written.startsWith('"')) return written
  try {
    return JSON.parse(written) as string
  } catch {
    return null
  }
}
