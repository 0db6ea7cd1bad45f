import type { CreateOrder } from '../../../protocol/api/schemas-account.js'
import type { OpenSignatures } from '../signatures/open-signatures.js'
import { checkProven, checkUnproven, type UnprovenOrder } from './check-order.js'
import { type Created, type OrderDesk, placeChecked } from './place-order.js'

/** Creates of one event-loop turn. Their signatures are checked together at its end, so that two cores can share the work. */
export interface WaitingCreates {
  /** Checks a create up to its signature. Resolves when it is placed and on disk. Throws a refusal, or rejects with one. */
  place(data: CreateOrder, account: string): Promise<Created>
}

interface WaitingOptions extends OrderDesk {
  readonly signatures: OpenSignatures
}

interface Waiting {
  readonly order: UnprovenOrder
  /** Index of the create's signature in `signatures`. */
  readonly place: number
  readonly resolve: (created: Created) => void
  readonly reject: (error: unknown) => void
}

/** Places creates in the order in which they came, and before any change that came after them. */
export const createWaitingCreates = (options: WaitingOptions): WaitingCreates => {
  const { signatures, writes } = options
  const { sequencer } = writes
  let waiting: Waiting[] = []
  const finish = (): void => {
    const creates = waiting
    waiting = []
    const answers = creates.map(create => finished(options, create))
    signatures.clear()
    const answerAll = (): void => {
      for (const answer of answers) answer()
    }
    const rejectAll = (error: unknown): void => {
      for (const { reject } of creates) reject(error)
    }
    const writing = sequencer.written()
    if (writing === null) answerAll()
    else writing.then(answerAll, rejectAll)
  }
  return {
    place: (data, account) => {
      const order = checkUnproven(options, data, { account, deputy: account })
      return new Promise((resolve, reject) => {
        waiting.push({ order, place: signatures.add(order.claim), resolve, reject })
        if (waiting.length === 1) sequencer.deferred.add(finish)
        if (signatures.isFull) sequencer.deferred.run()
      })
    },
  }
}

/** Places or refuses one create. Returns the function that settles its promise. */
const finished = ({ signatures, writes }: WaitingOptions, { order, place, resolve, reject }: Waiting): (() => void) => {
  try {
    const created = placeChecked(writes, checkProven(order, signatures.holds(place)))
    return () => resolve(created)
  } catch (error) {
    return () => reject(error)
  }
}
