import { asyncScheduler } from 'rxjs'
import { type Clock, type RunClock, Timestamp } from '../../model/time.js'
import { openSystemHttp } from './system-http.js'
import { openSystemSocket } from './system-socket.js'
import type { Wires } from './wires.js'

const SYSTEM_CLOCK: RunClock = { now: () => Timestamp.ofMs(Date.now()), wallOffset: () => 0 }

/** The wires of this computer: undici, ws, timers and `Math.random`. Without `clock`, the wall clock in milliseconds is used. */
export const systemWires = (clock: Clock | RunClock = SYSTEM_CLOCK): Wires => ({
  // A plain clock is its own wall clock.
  clock: 'wallOffset' in clock ? clock : { now: () => clock.now(), wallOffset: () => 0 },
  scheduler: asyncScheduler,
  random: Math.random,
  openHttp: openSystemHttp,
  openSocket: openSystemSocket,
})
