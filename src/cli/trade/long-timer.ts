import { LONGEST_TIMER_MS } from '../../model/time.js'

/** Calls `work` after this time, however long it is. Returns a function that cancels it. */
export function startLongTimer(ms: number, work: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  const wait = (left: number): void => {
    const now = Math.min(left, LONGEST_TIMER_MS)
    timer = setTimeout(() => (now === left ? work() : wait(left - now)), now)
  }
  wait(ms)
  return () => clearTimeout(timer)
}
