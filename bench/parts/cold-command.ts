import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Resources that a command used from start to end. */
export interface ColdReading {
  readonly seconds: number
  /** CPU time of all threads of the process; wall time if the system does not report it. */
  readonly busySeconds: number
}

/** Runs the sample's backtest from the command line to the report on disk, as after a fresh clone. */
function coldBacktest(root: string, report: string): ColdReading {
  const [from, busyFrom] = [performance.now(), childrenSeconds()]
  const args = ['dist/src/cli/main.js', 'backtest', 'config/backtest.yaml', '--out', report]
  execFileSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] })
  const [seconds, busyTo] = [(performance.now() - from) / 1_000, childrenSeconds()]
  return { seconds, busySeconds: busyFrom === null || busyTo === null ? seconds : busyTo - busyFrom }
}

/** The minimum over commands in turn, one value for each tree. */
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

/** CPU seconds of all ended child processes; null: the system does not report them. */
function childrenSeconds(): number | null {
  try {
    // After the name in parentheses, which may contain blanks, follow the fields from the third on; the 16th and the 17th are of children.
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return (Number(fields[13]) + Number(fields[14])) / TICKS_A_SECOND
  } catch {
    return null
  }
}
