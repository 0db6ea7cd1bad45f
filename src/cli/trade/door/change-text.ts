import type { Change, SettingsAction } from '../../../operator/schemas-action.js'

/** Changes as a person reads them, each with its old and new value. */
export const listText = (changes: readonly Change[]): string => changes.map(changeText).join('; ')

const changeText = ({ path, from, to, effect }: Change): string =>
  `${path} from ${valueText(from)} to ${valueText(to)}${effect === 'now' ? '' : ' (with the next start)'}`

const valueText = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value))

/** What to do about changes that only a start takes over. */
export const needsRestart = (changes: readonly Change[]): string => {
  const paths = changes.filter(({ effect }) => effect !== 'now').map(({ path }) => path)
  return `${paths.join(', ')} ${paths.length === 1 ? 'is' : 'are'} read at the start: change the config and start the run again`
}

/** What was changed, how long it lasts, and what it does not reach. */
export function toldText(changes: readonly Change[], action: Pick<SettingsAction, 'do'>): string {
  const lasts = action.do === 'set' ? '; it lasts until the run ends, write it into the config to keep it' : ''
  const isMade = changes.some(({ path }) => /\.parameters\.|^markets\./.test(path))
  const made = isMade ? '; a strategy that reads it only when it is made needs "oddsmith restart"' : ''
  return `${listText(changes)}${lasts}${made}`
}
