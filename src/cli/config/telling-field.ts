import type { ConfigSource } from './config-error.js'

/** What a config file describes. */
export type ConfigKind = 'run' | 'backtest' | 'world'

/** Fields of one kind alone, the most telling first. */
const TELLING = [
  ['venue', 'run'],
  ['strategies', 'run'],
  ['recording', 'backtest'],
  ['strategy', 'backtest'],
  ['programme', 'world'],
  ['rounds', 'world'],
  ['markets', 'world'],
  ['takerDelayMs', 'world'],
] as const

/** A field that tells the kind of a config, and that kind; null: it has no such field. */
export const tellingField = ({ document }: ConfigSource): { readonly field: string; readonly kind: ConfigKind } | null => {
  const value: unknown = document.toJS()
  if (typeof value !== 'object' || value === null) return null
  const [field, kind] = TELLING.find(([name]) => name in value) ?? []
  return field === undefined || kind === undefined ? null : { field, kind }
}
