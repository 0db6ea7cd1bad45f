import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** What a command took from its start to its end. */
export interface ColdReading {
  readonly seconds: number
  /** On a core, all threads of the process together; by the clock where the system does not tell. */
  readonly busySeconds: number
}

/** Runs the sample's backtest from the command line to the report on disk, as a person starts it who has just cloned the repository. */
export function coldBacktest(root: string, report: string): ColdReading {
  const [from, busyFrom] = [performance.now(), childrenSeconds()]
  const args = ['dist/src/cli/main.js', 'backtest', 'config/backtest.yaml', '--out', report]
  execFileSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] })
  const [seconds, busyTo] = [(performance.now() - from) / 1_000, childrenSeconds()]
  return { seconds, busySeconds: busyFrom === null || busyTo === null ? seconds : busyTo - busyFrom }
}

/** The least of commands in turn, one reading a tree. */
export function coldInTurn(roots: readonly string[], report: string, rounds: number): readonly ColdReading[] {
  const best = roots.map((): ColdReading => ({ seconds: Number.POSITIVE_INFINITY, busySeconds: Number.POSITIVE_INFINITY }))
  for (let round = 0; round < rounds; round++)
    for (const [at, root] of roots.entries()) {
      const { seconds, busySeconds } = coldBacktest(root, report)
      const before = best[at]!
      best[at] = { seconds: Math.min(before.seconds, seconds), busySeconds: Math.min(before.busySeconds, busySeconds) }
    }
  return best
}

/** Linux counts in hundredths of a second. */
const TICKS_A_SECOND = 100

/** Processor seconds of all child processes that have ended; null: the system does not tell. */
function childrenSeconds(): number | null {
  try {
    // Behind the name in parentheses, which may hold blanks, stand the fields from the third on; the 16th and the 17th are of children.
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return (Number(fields[13]) + Number(fields[14])) / TICKS_A_SECOND
  } catch {
    return null
  }
}
