import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startExchange } from '../../src/exchange.js'
import { inFolder, oddsmith, walletFolder } from './daemon.js'
import { holdingsAtExchange, holdingsInJournal, openOrdersAtExchange } from './outside-look.js'

const IS_LONG = process.env['ODDSMITH_ACCEPTANCE'] === '1'
const KILLS = IS_LONG ? 20 : 2
/** Kill moments come from a fixed seed: the same gaps each time, though the machine decides what they hit. */
const gap = (round: number): number => 1_500 + ((round * 7_919 + 3_571) % 3_000)

/** The wallet and the embedded exchange of a bot that is gone, compared from outside. */
async function compare(home: string): Promise<void> {
  const { folder, address } = walletFolder(home)
  const exchange = await startExchange({ data: join(folder, 'exchange'), crowd: { kind: 'none' } })
  try {
    expect(holdingsInJournal(folder)).toEqual(await holdingsAtExchange(exchange, address))
    const { privateKey } = JSON.parse(readFileSync(join(folder, 'key.json'), 'utf8')) as { privateKey: string }
    expect(await openOrdersAtExchange(exchange, privateKey)).toEqual([])
  } finally {
    await exchange.close()
  }
}

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
        const summary = JSON.parse(stdout) as { fills: number; openOrdersAtExit: number; orders: { unknown: number } }
        expect(summary.fills).toBeGreaterThan(0)
        expect(summary.openOrdersAtExit).toBe(0)
        expect(summary.orders.unknown).toBe(0)
        expect(stderr).toMatch(/orders? removed, none open/)
        // The first status line comes after five seconds, so this leaves room for nothing but the start of the process.
        expect(quotedAfter).toBeLessThan(20_000)
        await compare(home)
      }),
    90_000,
  )

  test(
    `goes on after each of ${KILLS} kills with every order owned and every wei in place`,
    () =>
      inFolder(async home => {
        for (let round = 0; round < KILLS; round++) {
          const daemon = oddsmith(['run', 'config/paper.yaml', '--home', home])
          await daemon.says(/positions and cash equal the venue/)
          await new Promise(done => setTimeout(done, gap(round)))
          daemon.child.kill('SIGKILL')
          const { stderr } = await daemon.ended
          expect(stderr).not.toMatch(/differ|not ours/)
        }
        const last = oddsmith(['run', 'config/paper.yaml', '--for', '4s', '--json', '--home', home])
        const { code, stdout, stderr } = await last.ended
        expect(code, stderr).toBe(0)
        expect(JSON.parse(stdout)).toMatchObject({ openOrdersAtExit: 0, orders: { unknown: 0 } })
        await compare(home)
      }),
    30_000 + KILLS * 15_000,
  )
})
