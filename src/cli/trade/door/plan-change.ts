import { createHash } from 'node:crypto'
import type { DeskSettings } from '../../../engine/desk-options.js'
import type { SettingsControl } from '../../../model/batch.js'
import type { ActionAnswer, Change, SettingsAction } from '../../../operator/schemas-action.js'
import type { LoadedConfig } from '../../config/config.js'
import { deskSettingsOf } from '../../config/desk-settings-of.js'
import { ExitError } from '../../config/exit.js'
import type { Stanza } from '../../config/load-stanzas.js'
import { nearest } from '../../config/nearest.js'
import { type ChangedPath, changedPaths } from './changed-paths.js'
import { flatOf, parametersOf, type RunSettings, reloaded, withSet } from './run-settings.js'
import { marketOf, setPlaceOf } from './set-place.js'
import type { StrategySettings } from './strategy-copies.js'

/** The result of planning a change: an immediate answer, or a control for the desk and the answer for when a turn has taken it. */
export type PlannedChange =
  | { readonly is: 'answer'; readonly answer: ActionAnswer }
  | {
      readonly is: 'control'
      readonly control: Omit<SettingsControl, 'who' | 'at' | 'key'>
      readonly text: string
      /** The desk has taken it: later changes are compared with it. */
      readonly taken: () => void
    }

/** Turns requested changes into controls, and keeps the settings that they are compared with. */
export interface ChangePlanner {
  plan(action: SettingsAction): Promise<PlannedChange>
  /** The strategies with their present parameters: the same object until one changes. */
  readonly now: () => StrategySettings
}

interface PlannerParts {
  readonly loaded: LoadedConfig
  readonly stanzas: readonly Stanza[]
  /** The strategies at the start of the run. */
  readonly settings: DeskSettings
  /** The ids of the markets that have a strategy now. */
  readonly markets: () => readonly string[]
}

/** Starts with the config of the run's start. */
export function createChangePlanner({ loaded, stanzas, settings, markets }: PlannerParts): ChangePlanner {
  let now: RunSettings = { config: loaded, stanzas, perMarket: {} }
  // Fields that only a restart changes keep their first values, so that each reload lists them again.
  const held = flatOf(now)
  let shown: StrategySettings = { stanzas, parameters: parametersOf(now) }
  return {
    now: () => shown,
    plan: async action => {
      try {
        const next = action.do === 'set' ? await withSet(now, action) : await reloaded(now, loaded.source.file)
        return planned(action, next)
      } catch (error) {
        if (error instanceof ExitError) return refused(error.message)
        throw error
      }
    },
  }

  function planned(action: SettingsAction, next: RunSettings): PlannedChange {
    const to = flatOf(next)
    const changes = changedPaths(held, to)
    const effective = changes.filter(({ effect }) => effect === 'now')
    if (action.do === 'set' && effective.length < changes.length) return refused(needsRestart(changes))
    if (effective.length === 0) return done(changes.length === 0 ? 'nothing changes' : needsRestart(changes))
    const ask = unconfirmed(action, changes)
    if (ask !== null) return { is: 'answer', answer: ask }
    return {
      is: 'control',
      control: {
        what: 'set',
        changes: effective.map(({ path, from, to }) => ({ path, from: from ?? null, to: to ?? null })),
        ...limitsOf(next),
        parameters: parametersOf(next),
        // Orders that a wider limit allowed may not fit the new one.
        isTighter: effective.some(({ turn }) => turn === 'tighter' || turn === 'either'),
      },
      text: `${toldText(changes, action)}${action.do === 'set' ? absentText(marketOf(setPlaceOf(action.path, now.stanzas)), markets()) : ''}`,
      taken: () => {
        now = next
        shown = { stanzas: next.stanzas, parameters: parametersOf(next) }
        for (const { path } of effective)
          if (to.has(path)) held.set(path, to.get(path))
          else held.delete(path)
      },
    }
  }

  /** The desk's limits, with unchanged values of fields that only a start may change. */
  function limitsOf({ config }: RunSettings): Pick<SettingsControl, 'limits' | 'requote'> {
    const { limits, requote } = deskSettingsOf(config, markets().length, settings.ownInBook).settings
    const { orderMinUsdt, group } = settings.limits
    return {
      limits: {
        ...limits,
        orderMinUsdt,
        ...(limits.group && group && { group: { ...limits.group, countsVoid: group.countsVoid } }),
      },
      requote: { ...requote, orderLifeSeconds: settings.requote.orderLifeSeconds },
    }
  }
}

const refused = (text: string): PlannedChange => ({ is: 'answer', answer: { is: 'refused', text } })
const done = (text: string): PlannedChange => ({ is: 'answer', answer: { is: 'done', text } })

/** What must be confirmed first. null: nothing, or it was confirmed. */
function unconfirmed(
  action: SettingsAction,
  changes: readonly ChangedPath[],
): (ActionAnswer & { readonly is: 'confirm' }) | null {
  const shown = changes.map(({ turn: _turn, ...change }) => change)
  const hash = createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 16)
  const loosened = changes.filter(({ loosens }) => loosens)
  if (action.do === 'reload') {
    if (action.confirm === hash) return null
    return { is: 'confirm', text: listText(changes), changes: shown, hash }
  }
  const { confirm } = action
  const isConfirmed = ({ from, to }: Change): boolean =>
    confirm !== undefined &&
    JSON.stringify([confirm.from ?? null, confirm.to ?? null]) === JSON.stringify([from ?? null, to ?? null])
  if (loosened.every(isConfirmed)) return null
  return { is: 'confirm', text: `this loosens a limit: ${listText(loosened)}`, changes: shown, hash }
}

/** Changes for people, each with its old and new value. */
const listText = (changes: readonly Change[]): string => changes.map(changeText).join('; ')

const changeText = ({ path, from, to, effect }: Change): string =>
  `${path} from ${valueText(from)} to ${valueText(to)}${effect === 'now' ? '' : ' (with the next start)'}`

const valueText = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value))

/** What to do about changes that only take effect at a start. */
const needsRestart = (changes: readonly Change[]): string => {
  const paths = changes.filter(({ effect }) => effect !== 'now').map(({ path }) => path)
  return `${paths.join(', ')} ${paths.length === 1 ? 'is' : 'are'} read at the start: change the config and start the run again`
}

/** A market that is not in the run may be one that joins later, or a wrong id. */
function absentText(market: string | null, markets: readonly string[]): string {
  if (market === null || markets.includes(market)) return ''
  const meant = nearest(market, markets)
  const hint = meant === null ? '' : `; did you mean ${meant}?`
  return `; market ${market} has no strategy in this run: this holds once it joins${hint}`
}

/** What was changed, how long it lasts, and what it does not affect. */
function toldText(changes: readonly Change[], action: Pick<SettingsAction, 'do'>): string {
  const lasts = action.do === 'set' ? '; it lasts until the run ends, write it into the config to keep it' : ''
  const isMade = changes.some(({ path }) => /\.parameters\.|^markets\./.test(path))
  const made = isMade ? '; a strategy that reads it only when it is made needs "oddsmith restart"' : ''
  return `${listText(changes)}${lasts}${made}`
}
