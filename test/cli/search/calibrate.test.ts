import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { daemonPid, inFolder, newestRun, oddsmith } from '../../end-to-end/daemon.js'
import { isAcceptance } from '../../is-acceptance.js'

interface Calibrated {
  readonly orders: number
  readonly times: string
  readonly notes: readonly string[]
  readonly models: readonly object[]
}

const NO_ERROR = {
  model: 'exact',
  hits: { runOnly: 0, modelOnly: 0 },
  shares: { error: 0 },
  fillTime: { p90Ms: 0 },
  brier: { score: 0 },
}

async function calibrated(run: string): Promise<Calibrated & { readonly stderr: string }> {
  const { code, stdout, stderr } = await oddsmith(['calibrate', run, '--json']).ended
  expect(code, stderr).toBe(0)
  return { ...(JSON.parse(stdout) as Calibrated), stderr }
}

/** Runs until its orders were filled (a run that follows a killed one hears first of fills of that one's orders), ends as is said, and gives the folder of the run. */
async function paperRun(home: string, end: 'stop' | 'kill the daemon'): Promise<string> {
  const run = oddsmith(['run', 'config/paper.yaml', '--home', home])
  await run.says(/"run":\{"fills":(?:[5-9]|\d\d)/)
  if (end === 'stop') run.child.kill('SIGINT')
  else {
    // A kill loses the last second of the input log, which is not what is looked at here.
    await pause(2_000)
    process.kill(daemonPid(run), 'SIGKILL')
  }
  const { code, stderr } = await run.ended
  expect(code, stderr).toBe(end === 'stop' ? 0 : 1)
  return newestRun(home)
}

/** The exchange of a wallet forgets the first of three runs already. */
const ENDS: readonly Parameters<typeof paperRun>[1][] = isAcceptance
  ? ['stop', 'stop', 'kill the daemon', 'stop', 'stop']
  : ['stop', 'kill the daemon', 'stop']

test(
  `${ENDS.length} paper runs in one folder, one of them killed, are each compared without error by the history that lies with them`,
  () =>
    inFolder(async home => {
      const runs: string[] = []
      for (const end of ENDS) runs.push(await paperRun(home, end))
      expect(new Set(runs).size).toBe(ENDS.length)
      for (const run of runs) {
        const { times, orders, models, notes } = await calibrated(run)
        expect({ run, times, exact: models[0] }).toMatchObject({ times: 'exchange', exact: NO_ERROR })
        expect(orders).toBeGreaterThan(1)
        expect(notes.filter(note => note.includes('not in what is left'))).toEqual([])
      }

      // As a run of an earlier version left it: the exchange itself has forgotten the first runs by now.
      const [first = ''] = runs
      const history = join(first, 'exchange')
      expect(existsSync(history)).toBe(true)
      rmSync(history, { recursive: true })
      const { times, models, orders, stderr } = await calibrated(first)
      expect({ times, models: models.map(model => (model as { model: string }).model) }).toEqual({
        times: 'run',
        models: ['pessimistic', 'probabilistic', 'optimistic'],
      })
      expect(orders).toBeGreaterThan(1)
      expect(stderr).toContain('the exchange does not hold the time of this run any more')
    }),
  240_000,
)
