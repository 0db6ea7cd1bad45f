import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { inFolder, killBoth, oddsmith } from '../../end-to-end/daemon.js'
import { tamperedRun } from '../tampered-run.js'

const LASTS = 60

const runFolder = (home: string): string => {
  const [id] = readdirSync(join(home, 'runs'))
  return join(home, 'runs', id ?? '')
}
const replay = async (folder: string) => {
  const { code, stdout, stderr } = await oddsmith(['replay', folder, '--json']).ended
  return { code, stderr, result: JSON.parse(stdout) }
}

describe('replay', () => {
  test(
    `a run of ${LASTS} seconds gives the same commands and the same state again, and any change is found`,
    () =>
      inFolder(async home => {
        const run = oddsmith(['run', 'config/paper.yaml', '--for', `${LASTS}s`, '--json', '--home', home])
        const ended = await run.ended
        expect(ended.code, ended.stderr).toBe(0)
        const summary = JSON.parse(ended.stdout)
        const folder = runFolder(home)

        const { code, result } = await replay(folder)
        expect(result).toEqual({
          turns: summary.turns,
          commands: expect.any(Number),
          stateHash: summary.stateHash,
          firstDifference: null,
          isCutShort: false,
        })
        expect(result.commands).toBeGreaterThan(2)
        expect(code).toBe(0)

        const otherPrice = tamperedRun(folder, line =>
          line.includes('"kind":"submit"') ? line.replace(/"price":(\d+)/, (_, price) => `"price":${Number(price) + 1}`) : null,
        )
        const commands = await replay(otherPrice)
        expect(commands.code).toBe(1)
        expect(commands.result.firstDifference).toMatchObject({ what: 'commands', turn: expect.any(Number) })
        expect(commands.result.stateHash).toBe(summary.stateHash)

        const otherEnd = tamperedRun(folder, line =>
          line.startsWith('{"kind":"end"') ? line.replace(summary.stateHash, '0') : null,
        )
        const end = await replay(otherEnd)
        expect(end.code).toBe(1)
        expect(end.result.firstDifference).toEqual({
          turn: summary.turns + 1,
          what: 'stateHash',
          expected: '0',
          found: summary.stateHash,
        })
      }),
    60_000 + LASTS * 2_000,
  )

  test(
    'a run that was killed is replayed as far as it was written',
    () =>
      inFolder(async home => {
        const run = oddsmith(['run', 'config/paper.yaml', '--home', home])
        await run.says(/positions and cash equal the venue/)
        await new Promise(done => setTimeout(done, 2_500))
        killBoth(run)
        await run.ended
        const { code, result, stderr } = await replay(runFolder(home))
        expect(result).toMatchObject({ firstDifference: null, isCutShort: true })
        expect(result.turns).toBeGreaterThan(3)
        expect(stderr).toContain('the input log has no end')
        expect(code).toBe(0)
      }),
    60_000,
  )
})
