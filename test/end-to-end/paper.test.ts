import { describe, expect, test } from 'vitest'
import { isAcceptance } from '../is-acceptance.js'
import { inFolder, oddsmith, walletFolder } from './daemon.js'
import { KILLS, killAgainAndAgain } from './kill-rounds.js'
import { compareWithEmbedded } from './outside-look.js'

describe('the daemon on paper', () => {
  test(
    'quotes both sides within five seconds, is filled, and leaves no order behind when asked to stop',
    () =>
      inFolder(async home => {
        const started = Date.now()
        const daemon = oddsmith(['run', 'config/paper.yaml', '--json', '--home', home])
        await daemon.says(/ours \d\S*\/\d/)
        const quotedAfter = Date.now() - started
        await daemon.says(/[1-9]\d* fills/)
        daemon.child.kill('SIGINT')
        const { code, stdout, stderr } = await daemon.ended
        expect(code, stderr).toBe(0)
        const summary = JSON.parse(stdout)
        expect(summary.fills).toBeGreaterThan(0)
        expect(summary).toMatchObject({ openOrdersAtExit: 0, isEqualToVenue: true, orders: { unknown: 0 } })
        expect(stderr).toMatch(/orders? removed, none open/)
        // The first status line comes after five seconds, so this leaves room for nothing but the start of the process.
        expect(quotedAfter).toBeLessThan(20_000)
        await compareWithEmbedded(walletFolder(home))
      }),
    90_000,
  )

  test(
    `goes on after each of ${KILLS} kills with every order owned and every wei in place`,
    () =>
      inFolder(async home => {
        await killAgainAndAgain(() => oddsmith(['run', 'config/paper.yaml', '--home', home]))
        const last = oddsmith(['run', 'config/paper.yaml', '--for', '3s', '--json', '--home', home])
        const { code, stdout, stderr } = await last.ended
        expect(code, stderr).toBe(0)
        expect(JSON.parse(stdout)).toMatchObject({ openOrdersAtExit: 0, orders: { unknown: 0 } })
        await compareWithEmbedded(walletFolder(home))
      }),
    60_000 + KILLS * 20_000,
  )

  test.runIf(isAcceptance)(
    'trades for a minute without a doubt at the end',
    () =>
      inFolder(async home => {
        const { ended } = oddsmith(['run', 'config/paper.yaml', '--for', '60s', '--json', '--home', home])
        const { code, stdout, stderr } = await ended
        expect(code, stderr).toBe(0)
        expect(JSON.parse(stdout)).toMatchObject({ openOrdersAtExit: 0, isEqualToVenue: true, orders: { unknown: 0 } })
        await compareWithEmbedded(walletFolder(home))
      }),
    120_000,
  )
})
