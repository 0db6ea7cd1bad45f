/** The value of a text of JSON; `undefined`, which is no value of JSON, if it cannot be parsed. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
