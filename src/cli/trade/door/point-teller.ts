import type { Clock } from '../../../model/time.js'
import type { StatusFields } from '../../screen/status-line.js'
import type { RunDoor } from './open-door.js'

/** Makes what tells a door of profit with each status line: those sums are made anyway. */
export const pointTeller =
  (door: Pick<RunDoor, 'point'> | null, clock: Clock) =>
  ({ run: { pnl }, wallet: { equity } }: StatusFields): void =>
    door?.point({ at: clock.now(), ...pnl, equity })
