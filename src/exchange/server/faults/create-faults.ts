import { Timestamp } from '../../../model/time.js'
import type { Match } from '../../core/core-event.js'
import type { House } from '../house.js'
import { legsOf } from '../read-models/tape.js'
import type { Followers } from '../stream/followers.js'
import { isAction, startAction, undo } from './fault-actions.js'
import { createFaultRules, type FaultRule } from './fault-rules.js'
import type { Faults } from './faults.js'
import { answerFaultily } from './faulty-answers.js'
import { createFaultyPushes } from './faulty-pushes.js'

/** `house` is asked for late, because it holds the faults. */
export const createFaults = (house: () => House, followers: Followers): Faults => {
  const rules = createFaultRules()
  const pushes = createFaultyPushes(house, rules)
  const stops = new Map<number, () => void>()
  const scene = () => ({ house: house(), followers })
  const forget = (id: number): FaultRule | null => {
    stops.get(id)?.()
    stops.delete(id)
    return rules.clear(id)
  }
  return {
    get isIdle() {
      return rules.isEmpty
    },
    set: async fault => {
      const rule = rules.set(fault, house().floor.now())
      if (!isAction(fault)) return rule
      try {
        stops.set(rule.id, await startAction({ ...scene(), onStrike: () => rules.count(rule.id) }, fault))
      } catch (error) {
        forget(rule.id)
        throw error
      }
      return rule
    },
    list: () => rules.list(),
    clear: async id => {
      const rule = forget(id)
      if (rule !== null && rule.strikes > 0) await undo(scene(), rule.fault)
      return rule
    },
    close: () => {
      for (const { id } of rules.list()) forget(id)
    },
    see: event => {
      if (rules.isEmpty || event.kind !== 'matched') return
      for (const account of raisers(event.match, event.at)) raiseNonce(house(), account)
    },
    answer: (asked, answer) =>
      answerFaultily({ house: house(), rules, tellLater: (hash, byMs) => pushes.tellLater(hash, byMs) }, asked, answer),
    leave: (push, deliver) => pushes.leave(push, deliver),
    wording: push => pushes.wording(push),
    shownMs: now => Math.floor(now / 1_000) + (rules.peek('clock-offset', { at: now })?.byMs ?? 0),
  }

  /** Who raises its nonce because of a match. */
  function raisers(match: Match, at: Timestamp): readonly string[] {
    const accounts = accountsOf(match)
    const fault = rules.strike('counterparty-nonce', {
      at: Timestamp.max(at, house().floor.now()),
      accounts,
      market: match.market,
    })
    if (fault === null) return []
    const wallet = fault.when?.account?.toLowerCase()
    if (wallet !== undefined) return accounts.filter(account => account !== wallet)
    return match.taker === null ? [] : [match.taker.order.spec.account]
  }
}

const accountsOf = (match: Match): readonly string[] => [...new Set(legsOf(match).map(leg => leg.order.spec.account))]

/** Not from within the core's own step, but before anything can settle that has a time to settle in. */
const raiseNonce = ({ floor, log }: House, account: string): void => {
  setImmediate(() => {
    floor
      .apply({ command: { kind: 'nonce', at: floor.now(), account } })
      .catch((error: unknown) => log('a fault could not happen', { why: String(error) }))
  })
}
