import { Timestamp } from '../../../model/time.js'
import type { Match } from '../../core/core-event.js'
import { legsOf } from '../read-models/tape.js'
import type { Audience } from '../stream/audience.js'
import type { Followers } from '../stream/followers.js'
import type { Writes } from '../writes/writes.js'
import { type ActionTarget, isAction, startAction, undo } from './fault-actions.js'
import { createFaultRules, type FaultRule } from './fault-rules.js'
import type { FaultTarget } from './fault-target.js'
import type { Faults } from './faults.js'
import { answerFaultily } from './faulty-answers.js'
import { createFaultyPushes } from './faulty-pushes.js'

interface FaultsOptions {
  /** Looked up at each use, because the exchange is opened after the faults that watch it. */
  readonly exchange: () => FaultTarget
  readonly followers: Followers
  readonly audience: Audience
}

/** Creates the faults of an exchange; none is set yet. */
export const createFaults = ({ exchange, followers, audience }: FaultsOptions): Faults => {
  const rules = createFaultRules()
  const pushes = createFaultyPushes(() => exchange().writes.reads, rules)
  const stops = new Map<number, () => void>()
  const now = (): Timestamp => exchange().writes.reads.now()
  const target = (): ActionTarget => ({ ...exchange(), followers, audience })
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
      const rule = rules.set(fault, now())
      if (!isAction(fault)) return rule
      try {
        stops.set(rule.id, await startAction({ ...target(), onStrike: () => rules.count(rule.id) }, fault))
      } catch (error) {
        forget(rule.id)
        throw error
      }
      return rule
    },
    list: () => rules.list(),
    clear: async id => {
      const rule = forget(id)
      if (rule !== null && rule.strikes > 0) await undo(target(), rule.fault)
      return rule
    },
    close: () => {
      for (const { id } of rules.list()) forget(id)
    },
    see: event => {
      if (rules.isEmpty || event.kind !== 'matched') return
      for (const account of raisers(event.match, event.at)) raiseNonce(exchange().writes, account)
    },
    answer: (asked, answer) =>
      answerFaultily({ target: exchange(), rules, delayFills: (hash, byMs) => pushes.delayFills(hash, byMs) }, asked, answer),
    leave: (push, deliver) => pushes.leave(push, deliver),
    wording: push => pushes.wording(push),
    shownMs: at => Math.floor(at / 1_000) + (rules.peek('clock-offset', { at })?.byMs ?? 0),
  }

  /** Accounts that raise their nonce because of a match. */
  function raisers(match: Match, at: Timestamp): readonly string[] {
    const accounts = accountsOf(match)
    const fault = rules.strike('counterparty-nonce', {
      at: Timestamp.max(at, now()),
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

/** Deferred, because the core is in the middle of a step; it still runs before any settlement that takes time. */
const raiseNonce = ({ sequencer, log }: Writes, account: string): void => {
  setImmediate(() => {
    sequencer
      .apply({ command: { kind: 'nonce', at: sequencer.now(), account } })
      .catch((error: unknown) => log('a fault could not happen', { why: String(error) }))
  })
}
