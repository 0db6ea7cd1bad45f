import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunDoor } from '../../src/cli/trade/door/open-door.js'
import { readDoorFile } from '../../src/operator/door-file.js'
import type { Action } from '../../src/operator/schemas-action.js'
import { type ActingClient, type Manner, sendAction } from './acting-client.js'
import type { Watch } from './sim-bot.js'
import { openSimDoor } from './sim-door.js'
import { MARKET_IDS } from './sim-exchange.js'
import { type SimResult, simulate } from './simulate.js'

const SEED = { seed: 21, events: 1_000, lines: 1 }
const PAUSE: Action = { do: 'pause', scope: `market:${MARKET_IDS[0]}` }
/** Timer turns of the run at which the client acts, and at which another one sends the same again. */
const ACTS_AT = 10
const AGAIN_AT = 30

export interface RunWithClient extends Pick<SimResult, 'hash' | 'virtualSeconds' | 'failure'> {
  /** Controls of the action that the run's turns had. */
  readonly times: number
  /** What the first client read, and what the one after it. */
  readonly texts: readonly string[]
}

/** A run in which a client of its door acts at a moment of virtual time. */
export async function runWithClient(manner: Manner): Promise<RunWithClient> {
  const folder = mkdtempSync(join(tmpdir(), 'oddsmith-acting-'))
  const doors: RunDoor[] = []
  const clients: ActingClient[] = []
  const arrived: (() => void)[] = []
  let [timers, times, hasArrived] = [0, 0, false]
  const act = (manner: Manner): void => {
    clients.push(sendAction({ door: readDoorFile(folder)!, action: PAUSE, key: 'once', manner }))
  }
  const watch: Watch = (session, clock, journal) => {
    const when = (carryOut: () => void): void => void arrived.push(carryOut)
    const { door, saw } = openSimDoor({ session, clock, journal, folder, alerts: null, when })
    doors.push(door)
    return (batch, turn) => {
      saw(batch, turn)
      times += batch.controls.filter(control => 'key' in control && control.key === 'once').length
      if (!batch.timer) return
      timers++
      if (timers === ACTS_AT) act(manner)
      if (timers === AGAIN_AT) act('reads')
    }
  }
  /** Virtual time waits until the action is there; and before it is sent again, and after that, until each client has what it waits for. */
  const holds = (): boolean => {
    const carryOut = arrived.shift()
    if (carryOut !== undefined) {
      hasArrived = true
      carryOut()
      return true
    }
    const isAwaited = (timers >= ACTS_AT && !hasArrived) || (timers >= AGAIN_AT - 1 && clients.some(({ isDone }) => !isDone()))
    if (isAwaited) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
    return isAwaited
  }
  const { hash, virtualSeconds, failure } = await simulate(SEED, watch, holds)
  await Promise.all(doors.map(door => door.end('the test is over')))
  for (const { close } of clients) close()
  rmSync(folder, { recursive: true, force: true })
  return { hash, virtualSeconds, failure, times, texts: clients.map(({ text }) => text()) }
}
