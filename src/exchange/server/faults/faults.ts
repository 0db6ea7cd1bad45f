import { Timestamp } from '../../../model/time.js'
import type { Fault } from '../../../protocol/api/schemas-faults.js'
import type { Match } from '../../core/core-event.js'
import type { House } from '../house.js'
import { legsOf } from '../known/tape.js'
import type { Watcher } from '../log/watcher.js'
import type { Followers } from '../stream/followers.js'
import { isDeed, startDeed, undo } from './fault-deeds.js'
import { createFaultRules, type FaultRule } from './fault-rules.js'
import { type Answering, answerFaultily } from './faulty-answers.js'
import { createFaultyPushes, type Push } from './faulty-pushes.js'

/**
 * What the exchange does wrong on purpose. Nothing of it outlives the process but what the core did because of it. Whoever has a hook for
 * faults looks at `isIdle` first, so that an exchange without them pays for nothing else.
 */
export interface Faults extends Watcher {
  /** No fault is set. */
  readonly isIdle: boolean
  /** Sets a fault; what shall happen at once has happened. Throws a refusal where the core refuses it. */
  set(fault: Fault): Promise<FaultRule>
  list(): readonly FaultRule[]
  /** Takes a fault away, and back what it did where that can be; null: there is none of this number. */
  clear(id: number): Promise<FaultRule | null>
  /** Stops what was still to happen. */
  close(): void
  /** Answers a request in the place of the app. */
  answer(asked: Parameters<Answering>, answer: Answering): Promise<Response>
  /** Lets a push leave in the place of the followers. */
  leave(push: Push, deliver: (data: object) => void): void
  /** What is shown in the place of a snapshot. */
  wording(push: Push): object
  /** The exchange's time in milliseconds, as clients are told it. */
  shownMs(now: Timestamp): number
}

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
      if (!isDeed(fault)) return rule
      try {
        stops.set(rule.id, await startDeed({ ...scene(), onStrike: () => rules.count(rule.id) }, fault))
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
