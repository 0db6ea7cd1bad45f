import { isOfAnswer, type Refusal } from './intent.js'

/** What was refused, in words. A refusal of size 0 is of a strategy's whole answer, or of a whole side, which its note names. */
export function refusedOrder(refusal: Refusal): string {
  const { intent } = refusal
  if (intent.kind === 'cancel') return `cancel ${intent.order}`
  if (isOfAnswer(refusal)) return 'an answer of which no order can be made'
  return intent.size === 0 ? 'a whole side' : `${intent.side} ${intent.outcome} ${intent.size / 1e6} at ${intent.price / 1e4}`
}
