import { expect } from 'vitest'
import { isAcceptance } from '../is-acceptance.js'
import { type Daemon, killBoth } from './daemon.js'

/** How often a daemon is killed: twice in every test run, twenty times for acceptance. */
export const KILLS = isAcceptance ? 20 : 2

/** A number from 0 to 1 that depends on the round alone, so that each run kills at the same moments; the machine decides what they hit. */
const drawn = (round: number): number => ((round * 7_919 + 3_571) % 10_007) / 10_007

/**
 * Starts a daemon and kills it, again and again: mostly while it trades, each fourth time at any moment of its start. None may find an
 * order that is not its own or money that differs.
 */
export async function killAgainAndAgain(start: () => Daemon, rounds = KILLS): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const daemon = start()
    const isEarly = round % 4 === 3
    if (!isEarly) await daemon.says(/positions and cash equal the venue/)
    await new Promise(done => setTimeout(done, isEarly ? 200 + 2_000 * drawn(round) : 500 + 4_000 * drawn(round)))
    killBoth(daemon)
    const { code, stderr } = await daemon.ended
    expect(code, stderr).toBeNull()
    expect(stderr).not.toMatch(/DIFFER|not ours|broken|"level":(50|60)/)
  }
}
