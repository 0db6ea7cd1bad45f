import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { inFolder, killBoth, newestRun, oddsmith } from '../../end-to-end/daemon.js'
import { isAcceptance } from '../../is-acceptance.js'
import { PAPER } from '../quoting-config.js'
import { smallRecording } from '../small-recording.js'

/** Never returns, as an endless loop would not, but leaves the processor to the tests beside it. */
const ENDLESS = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'

const endless = (create: string, decide: string): string => `import { keep, pull, z } from 'oddsmith'
export const strategy = {
  name: 'endless', version: 1, watches: 'touch', parameters: z.strictObject({ rungs: z.int().default(1) }),
  create: (_, market) => {
    let asked = 0
    ${create}
    return { decide: () => { if (++asked === 3) ${decide}; return pull('waits') } }
  },
}`

/** What a command says of a strategy that never returns; it is ended then. */
async function saidOf(args: readonly string[]) {
  const run = oddsmith([...args, '--json'])
  // A strategy that is never named would run for ever.
  const over = setTimeout(() => run.child.kill('SIGKILL'), 60_000)
  const line = await run.says(/has not returned/)
  clearTimeout(over)
  run.child.kill('SIGKILL')
  const { stdout } = await run.ended
  return { line, stdout }
}

describe.concurrent('a strategy that never returns', () => {
  test('is named on stderr after ten seconds by each command that replays, and stdout stays empty', { timeout: 90_000 }, () =>
    inFolder(async folder => {
      const recording = await smallRecording(folder, 2)
      writeFileSync(join(folder, 'decides.ts'), endless('', ENDLESS))
      writeFileSync(join(folder, 'creates.ts'), endless(`if (market.id === 'KXSMALL-1') ${ENDLESS}`, ''))
      const configOf = (name: string): string => {
        const file = join(folder, `${name}.yaml`)
        const limits = 'limits: { positionMaxShares: 300, worstCaseLossMaxUsdt: 200 }'
        writeFileSync(
          file,
          `recording: ${recording}\nstrategy: ./${name}.ts\n${limits}\nsweep: { parameters: { rungs: [1, 2] }, reports: 0 }\n`,
        )
        return file
      }
      const [decides, creates] = [configOf('decides'), configOf('creates')]
      const out = (name: string): readonly string[] => ['--out', join(folder, name)]
      const said = await Promise.all([
        saidOf(['backtest', decides, ...out('a')]),
        saidOf(['backtest', creates, ...out('b')]),
        saidOf(['backtest', decides, '--models', 'all', '--threads', '2', ...out('c')]),
        saidOf(['sweep', decides, '--threads', '1', ...out('d')]),
      ])
      const decide =
        /^strategy endless \(.*decides\.ts\) has not returned from "decide" for \d+ s: market KXSMALL-0, recorded time 2026-08-11T01:00:\d\d/
      const [one, made, threads, swept] = said.map(({ line }) => line)
      expect(one).toMatch(decide)
      expect(made).toMatch(
        /^strategy endless \(.*creates\.ts\) has not returned from "create" for \d+ s: market KXSMALL-1, before the first row/,
      )
      expect(threads).toMatch(decide)
      expect(swept).toMatch(decide)
      expect(swept).toContain('parameters {"rungs":1}')
      expect(said.map(({ stdout }) => stdout)).toEqual(['', '', '', ''])
    }),
  )

  // What a run says of it and when: cli/trade/hang-text.test.ts and supervisor-notice.test.ts.
  test.runIf(isAcceptance)('is named at the start of a run, and by the replay of a run', { timeout: 90_000 }, () =>
    inFolder(async home => {
      const config = (name: string): string => {
        const file = join(home, `${name}.yaml`)
        const strategies = [{ strategy: `./${name}.ts`, markets: 'all' }]
        writeFileSync(file, JSON.stringify({ venue: PAPER, strategies }))
        return file
      }
      writeFileSync(join(home, 'decides.ts'), endless('', ''))
      const { code, stderr } = await oddsmith(['run', config('decides'), '--for', '1s', '--json', '--home', home]).ended
      expect(code, stderr).toBe(0)

      writeFileSync(join(home, 'decides.ts'), endless('', ENDLESS))
      writeFileSync(join(home, 'creates.ts'), endless(ENDLESS, ''))
      const start = oddsmith(['run', config('creates'), '--json', '--home', home])
      const [replayed, started] = await Promise.all([
        saidOf(['replay', newestRun(home)]),
        start.says(/has not returned/).finally(() => killBoth(start)),
      ])
      expect(replayed.line).toMatch(
        /^strategy endless \(.*decides\.ts\) has not returned from "decide" for \d+ s: market \d+, recorded time 20/,
      )
      expect(JSON.parse(started).msg).toMatch(
        /^strategy \.\/creates\.ts has not returned from "create" in market \d+ for a second; the run starts once it returns$/,
      )
    }),
  )
})
