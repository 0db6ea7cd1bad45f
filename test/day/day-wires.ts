import type { RunClock } from '../../src/model/time.js'
import {
  HELD_BACK,
  type HttpWire,
  HttpWireError,
  type SocketWire,
  type SocketWireOptions,
  type Wires,
} from '../../src/venues/wires/wires.js'
import { Chance } from '../simulation/chance.js'
import type { NearEnd } from '../simulation/stream-door.js'
import { virtualScheduler, WORLD } from '../simulation/virtual-time.js'
import type { DayWorld } from './day-world.js'

/** One way of the network, in ms. */
const DELAY_MS = 5

/** Joins a venue to a world without a socket between them. */
export function dayWires(world: DayWorld, clock: RunClock): Wires {
  const chance = new Chance(7)
  return {
    clock,
    scheduler: virtualScheduler(world.time, WORLD, 'venue timer'),
    random: () => chance.next(),
    openHttp: () => httpOf(world),
    openSocket: (_url, options) => socketOf(world, options),
  }
}

const httpOf = (world: DayWorld): HttpWire => ({
  request: async ({ method, path, headers, body, mayStart }) => {
    if (mayStart?.() === false) throw new HttpWireError('held back', { wasSent: false, code: HELD_BACK })
    await world.sleep(DELAY_MS)
    const named: Record<string, string> = {}
    for (let place = 0; place < headers.length; place += 2)
      named[(headers[place] ?? '').toLowerCase()] = headers[place + 1] ?? ''
    const text = body === null ? '' : typeof body === 'string' ? body : Buffer.from(body).toString()
    const answer = await world.answer({ method, path, headers: named, body: text })
    await world.sleep(DELAY_MS)
    return answer
  },
  close: async () => undefined,
})

/** Each frame takes as long, so none passes another. */
function socketOf(world: DayWorld, options: SocketWireOptions): SocketWire {
  const { time } = world
  let near: NearEnd | null = null
  let isOver = false
  const later = (name: string, work: () => void): void => {
    const unlessOver = (): void => {
      if (!isOver) work()
    }
    time.after(DELAY_MS, name, unlessOver)
  }
  later('stream arrives', () => {
    near = world.connect({
      onText: text => later('frame', () => options.onText(text)),
      onClose: code =>
        later('stream closed', () => {
          isOver = true
          options.onEnd('the socket was closed', code === null ? {} : { code })
        }),
    })
    later('stream open', () => options.onOpen())
  })
  return {
    send: text => later('frame up', () => near?.text(text)),
    ping: () => time.after(2 * DELAY_MS, 'pong', () => options.onPong()),
    drop: () => {
      isOver = true
      near?.gone()
    },
  }
}
