import { asyncScheduler } from 'rxjs'
import { type Clock, Timestamp } from '../../model/time.js'
import { openSystemHttp } from './system-http.js'
import { openSystemSocket } from './system-socket.js'
import type { Wires } from './wires.js'

const SYSTEM_CLOCK: Clock = { now: () => Timestamp.ofMs(Date.now()) }

/** The wires of this computer: undici, ws, timers and `Math.random`. Without a clock of the caller's, the wall's milliseconds. */
export const systemWires = (clock: Clock = SYSTEM_CLOCK): Wires => ({
  clock,
  scheduler: asyncScheduler,
  random: Math.random,
  openHttp: openSystemHttp,
  openSocket: openSystemSocket,
})
