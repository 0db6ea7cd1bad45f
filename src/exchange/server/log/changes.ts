import type { CoreAnswer } from '../../core/command.js'

/** A refused order and a removal that removed nothing leave no trace: the log holds what happened, and a flood of them does not grow it. */
export const changesState = (answer: CoreAnswer): boolean => {
  switch (answer.kind) {
    case 'done':
    case 'accepted':
      return true
    case 'refused':
      return false
    case 'removal':
      return answer.removed.length > 0
    default:
      return answer satisfies never
  }
}
