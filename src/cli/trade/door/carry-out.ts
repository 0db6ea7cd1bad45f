import { limitsOf } from '../../../engine/limits-of.js'
import type { Control, Hand } from '../../../model/batch.js'
import { BY_RESTING, closingText } from '../../../model/closing.js'
import { type ControlScope, isIn, pauseWord, scopeText } from '../../../model/control-scope.js'
import { counted } from '../../../model/counted.js'
import type { MarketId, OrderHash, OrderId } from '../../../model/ids.js'
import { Wei } from '../../../model/money.js'
import { reasonOf } from '../../../model/reason-of.js'
import type { RunClock } from '../../../model/time.js'
import type { Action, ActionAnswer, SettingsAction } from '../../../operator/schemas-action.js'
import type { Session } from '../../../runtime/session.js'
import { awaitGone } from './await-gone.js'
import type { ChangePlanner } from './plan-change.js'

/** The person or program that acts, and the key of the action. */
export interface Actor {
  readonly who: string
  readonly key: string
}

/** Carries out actions in a run. */
export interface Carrier {
  /** Done once for each key, however often it is sent. Never rejects. */
  act(actor: Actor, action: Action): Promise<ActionAnswer>
  /** Sees each turn's controls: an action is done when a turn has taken its control. */
  saw(controls: readonly Control[]): void
}

export interface CarrierOptions {
  readonly session: Pick<Session, 'control' | 'desk' | 'markets'>
  readonly gateway: { openHashes(): Promise<readonly OrderHash[]> }
  /** The venue's name of an order of this journal. */
  readonly hashOf: (order: OrderId) => OrderHash | null
  readonly clock: RunClock
  /** The run ends: pending actions are over, and no new ones begin. */
  readonly isStopping: () => boolean
  /** Names of strategies, as in scopes. */
  readonly strategies: readonly string[]
  /** The result of planning a change of settings: a control that makes it, or the reason why it is not made yet or at all. */
  readonly plan: ChangePlanner['plan']
}

const KEPT_MAX = 200
const ENDING: ActionAnswer = { is: 'refused', text: 'the run is ending: it removes every order by itself' }

/** Creates the part that carries out actions in the trading thread, each by a control that enters the run like any other event. */
export function createCarrier(options: CarrierOptions): Carrier {
  const { session, clock } = options
  const kept = new Map<string, Promise<ActionAnswer>>()
  const waiting = new Map<Control, () => void>()
  const turnWith = (control: Control): Promise<void> =>
    new Promise(resolve => {
      waiting.set(control, resolve)
      session.control(control)
    })
  const change = async (actor: Actor, action: SettingsAction): Promise<ActionAnswer> => {
    if (options.isStopping()) return ENDING
    const planned = await options.plan(action)
    if (planned.is === 'answer') return planned.answer
    await turnWith({ ...planned.control, ...actor, at: clock.now() })
    planned.taken()
    return { is: 'done', text: planned.text }
  }
  let lastChange: Promise<unknown> = Promise.resolve()
  /** A control carries all limits, so a change is planned only when a turn has taken the one before it: else it would undo that one. */
  const changeInTurn = (actor: Actor, action: SettingsAction): Promise<ActionAnswer> => {
    const answer = lastChange.then(() => change(actor, action))
    lastChange = answer.catch(() => undefined)
    return answer
  }
  const carryOut = async (actor: Actor, action: Action): Promise<ActionAnswer> => {
    if (options.isStopping()) return ENDING
    if (action.do === 'set' || action.do === 'reload') return changeInTurn(actor, action)
    const hand = handOf(action, { ...actor, at: clock.now() })
    const why = unknownScope(hand.scope ?? 'all', options) ?? whyNotClosed(hand, options)
    if (why !== null) return { is: 'refused', text: why }
    await turnWith(hand)
    if (hand.what === 'resume') return resumed(hand.scope ?? 'all', session)
    if (hand.what === 'close') return closing(hand, session)
    if (hand.what === 'restart') return { is: 'done', text: `${scopeText(hand.scope ?? 'all')}: strategies made again` }
    return removed(hand, options)
  }
  const act = async (actor: Actor, action: Action): Promise<ActionAnswer> => {
    try {
      return await carryOut(actor, action)
    } catch (error) {
      return { is: 'refused', text: reasonOf(error) }
    }
  }
  /** If nothing was done, the same key may be sent again, with a confirmation. */
  const forgetUndone = async (key: string, answer: Promise<ActionAnswer>): Promise<void> => {
    const { is } = await answer
    if (is === 'confirm' || is === 'refused') kept.delete(key)
  }
  return {
    act: (actor, action) => {
      const known = kept.get(actor.key)
      if (known !== undefined) return known
      const answer = act(actor, action)
      kept.set(actor.key, answer)
      void forgetUndone(actor.key, answer)
      for (const oldest of kept.keys()) if (kept.size > KEPT_MAX) kept.delete(oldest)
      return answer
    },
    saw: controls => {
      for (const control of controls) {
        waiting.get(control)?.()
        waiting.delete(control)
      }
    },
  }
}

type HandAction = Exclude<Action, { readonly do: 'set' | 'reload' }>

/** A pause with a scope lasts over restarts, until a person resumes it. */
function handOf(action: HandAction, actor: Pick<Hand, 'who' | 'at'> & { readonly key: string }): Hand {
  switch (action.do) {
    case 'halt':
      return { what: 'halt', ...actor }
    case 'cancel-all':
      return { what: 'cancel-all', scope: 'all', ...actor }
    case 'close':
      return { what: 'close', scope: action.scope, closing: { crossTicks: action.crossTicks ?? null }, ...actor }
    default:
      return { what: action.do, scope: action.scope, ...actor }
  }
}

function unknownScope(scope: ControlScope, { session, strategies }: CarrierOptions): string | null {
  const name = scope.slice(scope.indexOf(':') + 1)
  if (scope.startsWith('market:') && !session.markets.some(({ id }) => id === name))
    return `this run has no market ${name}; "oddsmith status" lists its markets`
  if (scope.startsWith('strategy:') && !strategies.includes(name))
    return `this run has no strategy ${name}; it has ${strategies.join(', ')}`
  return null
}

/** Why a close would place nothing; null: it would, or it is no close. */
function whyNotClosed(
  { what, scope = 'all', closing = BY_RESTING }: Hand,
  { session: { desk } }: CarrierOptions,
): string | null {
  if (what !== 'close') return null
  const { halt, markets, settings } = desk.look()
  if (halt !== null) return 'the run is halted, so nothing can be sold: "oddsmith resume" ends that'
  if (closing.crossTicks === null) return null
  const isMakerOnly = (id: MarketId): boolean => {
    const stanza = markets.find(({ market }) => market.id === id)?.stanza ?? undefined
    return limitsOf(settings.limits, id, stanza).makerOnly === true
  }
  const makers = desk
    .summary()
    .markets.find(({ market: { id }, strategy }) => isIn(scope, id, strategy ?? '') && isMakerOnly(id))
  if (makers === undefined) return null
  return `makerOnly holds in market ${makers.market.id}, so nothing is taken there: without --cross, orders rest at their price`
}

function closing({ scope = 'all', closing = BY_RESTING }: Hand, { desk }: CarrierOptions['session']): ActionAnswer {
  const held = desk.summary().markets.filter(({ isClosing, yes, no }) => isClosing && yes !== no)
  const worth = Wei.toNumber(Wei.of(held.reduce<bigint>((sum, each) => sum + each.worth, 0n))).toFixed(2)
  const what = held.length === 0 ? 'nothing is held there' : `${counted(held.length, 'market')} with shares worth ${worth} USDT`
  return { is: 'done', text: `${scopeText(scope)}: closing ${closingText(closing)}; ${what}` }
}

/** Reasons that still stop a scope after it was resumed. */
function resumed(scope: ControlScope, { desk }: CarrierOptions['session']): ActionAnswer {
  const { pauses, halt } = desk.look()
  const rest = [
    ...pauses.map(pause => `${scopeText(pause.scope)}, ${pauseWord(pause)} by ${pause.who}`),
    ...(halt === null ? [] : ['the halt']),
  ]
  const more = rest.length === 0 ? '' : `; still held: ${rest.join('; ')}`
  return { is: 'done', text: `${scopeText(scope)}: resumed${more}` }
}

async function removed(hand: Hand, { session, gateway, hashOf, clock }: CarrierOptions): Promise<ActionAnswer> {
  const { what, scope = 'all' } = hand
  const look = (): ReturnType<Session['desk']['look']>['orders'] =>
    session.desk.look().orders.filter(({ market, strategy }) => isIn(scope, market.id, strategy ?? ''))
  const before = look()
  const ours = new Set(before.flatMap(({ id }) => hashOf(id) ?? []))
  const open = await awaitGone({
    clock,
    list: async () => {
      const shown = await gateway.openHashes()
      // `cancel-all` includes orders of other programs.
      return what === 'cancel-all' ? shown.length : shown.filter(hash => ours.has(hash)).length
    },
    onTheWay: () => look().filter(({ status }) => status === 'pending').length,
  })
  const done = what === 'halt' ? 'halted' : what === 'pause' ? 'paused' : 'all orders canceled, paused'
  const text = `${scopeText(scope)}: ${done}; ${counted(before.length, 'order')} asked to leave`
  if (open === 0) return { is: 'done', text: `${text}, and the venue shows none`, open: 0 }
  const seen = open === null ? 'the venue’s list could not be read' : `the venue still shows ${open}`
  return { is: 'unsure', text: `${text}; ${seen} after ten seconds`, open }
}
