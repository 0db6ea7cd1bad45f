import type { CreateOrder } from '../../../protocol/api/schemas-account.js'
import type { House } from '../house.js'
import { checkProven, checkUnproven, type UnprovenOrder } from './check-order.js'
import { type Created, placeChecked } from './place-order.js'

/** Creates of one event-loop turn: their signatures are left to its end, so that two cores can share them. */
export interface WaitingCreates {
  /** Checks a create up to its signature, and tells at the end of the turn what became of it, written. Throws a refusal, or rejects with one. */
  place(data: CreateOrder, account: string): Promise<Created>
}

interface Waiting {
  readonly order: UnprovenOrder
  /** Of its signature among the open ones. */
  readonly place: number
  readonly resolve: (told: Created) => void
  readonly reject: (error: unknown) => void
}

/** None waits yet. They are placed in the order in which they came, and nothing that comes behind them passes. */
export const createWaitingCreates = (house: House): WaitingCreates => {
  const { floor, signatures } = house
  let waiting: Waiting[] = []
  const finish = (): void => {
    const creates = waiting
    waiting = []
    const answers = creates.map(create => finished(house, create))
    signatures.clear()
    const tell = (): void => {
      for (const answer of answers) answer()
    }
    const refuse = (error: unknown): void => {
      for (const { reject } of creates) reject(error)
    }
    const writing = floor.written()
    if (writing === null) tell()
    else writing.then(tell, refuse)
  }
  return {
    place: (data, account) => {
      const order = checkUnproven(house, data, { account, deputy: account })
      return new Promise((resolve, reject) => {
        waiting.push({ order, place: signatures.add(order.claim), resolve, reject })
        if (waiting.length === 1) floor.deferred.add(finish)
        if (signatures.isFull) floor.deferred.run()
      })
    },
  }
}

/** Places or refuses one. Answers how to tell it. */
const finished = (house: House, { order, place, resolve, reject }: Waiting): (() => void) => {
  try {
    const told = placeChecked(house, checkProven(order, house.signatures.holds(place)))
    return () => resolve(told)
  } catch (error) {
    return () => reject(error)
  }
}
