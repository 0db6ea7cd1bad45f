/** Node fires a longer timer at once. */
const TIMER_MAX_MS = 2 ** 31 - 1

/** Calls `work` after this time, however long it is. Returns a function that cancels it. */
export function startLongTimer(ms: number, work: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  const wait = (left: number): void => {
    const now = Math.min(left, TIMER_MAX_MS)
    timer = setTimeout(() => (now === left ? work() : wait(left - now)), now)
  }
  wait(ms)
  return () => clearTimeout(timer)
}
