import type { Timers } from '../../../src/exchange/server/timers.js'
import { type Clock, Timestamp } from '../../../src/model/time.js'

interface Waiting {
  at: number
  readonly everyUs: number | null
  readonly work: () => void
}

/** A clock that moves in steps, and timers that fire behind each step what became due in it: once, however long the step was. */
export const steppedTime = (startSecond: number) => {
  let now = startSecond * 1_000_000
  let soon: (() => void)[] = []
  const waiting = new Set<Waiting>()
  const wait = (ms: number, everyUs: number | null, work: () => void) => {
    const one = { at: now + ms * 1_000, everyUs, work }
    waiting.add(one)
    return () => void waiting.delete(one)
  }
  const timers: Timers = {
    soon: work => void soon.push(work),
    after: (ms, work) => wait(ms, null, work),
    every: (ms, work) => wait(ms, ms * 1_000, work),
  }
  const clock: Clock = { now: () => Timestamp.of(now) }
  /** Lets promises and what was put off to the turn's end happen. */
  const settle = async (): Promise<void> => {
    do {
      const works = soon
      soon = []
      for (const work of works) work()
      await new Promise(resolve => void setImmediate(resolve))
    } while (soon.length > 0)
  }
  /** Until `work` is done: what it waits for at the turn's end happens meanwhile. */
  const during = async <T>(work: Promise<T>): Promise<T> => {
    const state = { isOver: false }
    const end = (): void => {
      state.isOver = true
    }
    work.then(end, end)
    while (!state.isOver) await settle()
    return work
  }
  const pass = async (seconds: number, stepSeconds = 2): Promise<void> => {
    for (const end = now + seconds * 1_000_000; now < end; ) {
      now = Math.min(now + stepSeconds * 1_000_000, end)
      for (const one of [...waiting].filter(({ at }) => at <= now).sort((a, b) => a.at - b.at)) {
        if (!waiting.has(one)) continue
        if (one.everyUs === null) waiting.delete(one)
        else one.at = now + one.everyUs
        one.work()
      }
      await settle()
    }
  }
  return { clock, timers, during, pass }
}
