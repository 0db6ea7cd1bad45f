/**
 * The terms of a decision, for a strategy's `terms()`: the fields of all parts, numbers with six decimals, as `oddsmith journal explain` shows them.
 */
export function termsOf(parts: readonly object[]): Readonly<Record<string, string>> {
  const fields = parts.flatMap(part => Object.entries(part) as [string, unknown][])
  return Object.fromEntries(fields.map(([name, value]) => [name, typeof value === 'number' ? value.toFixed(6) : String(value)]))
}
