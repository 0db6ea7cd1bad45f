import { counted } from '../model/counted.js'
import type { RemovalResult } from './remove-ours.js'

/** What became of the orders, in words. Orders of another program are told apart from ours: they are left where they are. */
export function removalText(result: RemovalResult): string {
  const { removed, strangers } = result
  const others = strangers.length === 0 ? '' : `; STILL OPEN, but not of this journal: ${strangers.join(', ')}`
  return `the keeper removed ${counted(removed, 'order')}; ${oursText(result)}${others}`
}

function oursText({ open, how, isNoneLeft }: RemovalResult): string {
  if (isNoneLeft)
    return how === 'empty'
      ? "the venue's list was seen twice without one of ours"
      : "the venue's list shows none of ours, each of which has expired by now"
  const expired = how === 'expired' ? '; each order of ours should have expired by now' : ''
  if (open === null) return `the venue could not be asked what is open${expired}`
  return `${open.length === 0 ? 'none of ours was open when it was last read' : `STILL OPEN: ${open.join(', ')}`}${expired}`
}
