import type { ConfigSource } from './config-error.js'

/** Whether a file is the config of a run, which has a venue and a list of strategies; the config of a backtest has neither. */
export const isRunConfig = ({ document }: ConfigSource): boolean => {
  const value: unknown = document.toJS()
  return typeof value === 'object' && value !== null && ('strategies' in value || 'venue' in value)
}
