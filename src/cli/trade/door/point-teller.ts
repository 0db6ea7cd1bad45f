import type { Clock } from '../../../model/time.js'
import type { StatusFields } from '../../screen/status-line.js'
import type { RunDoor } from './open-door.js'

/** Creates a function that sends the profit of each status line to a door, because the line has these sums anyway. */
export const pointTeller =
  (door: Pick<RunDoor, 'point'> | null, clock: Clock) =>
  ({ run: { pnl }, wallet: { equity } }: StatusFields): void =>
    door?.point({ at: clock.now(), ...pnl, equity })
