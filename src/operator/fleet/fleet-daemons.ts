import { reasonOf } from '../../model/reason-of.js'
import { createDoorClient, type DoorClient } from '../door-client.js'
import type { DoorFile } from '../door-file.js'
import type { Action } from '../schemas-action.js'
import { type FleetRow, fleetRowOf } from './fleet-row.js'

/** A daemon of a fleet, as its folder describes it. */
export interface FleetDaemon {
  readonly name: string
  /** null: no daemon has a door open. */
  readonly door: DoorFile | null
  /** Whether a daemon runs, also one without a door. */
  readonly isRunning: boolean
}

/** The result of an action at one daemon. */
export interface FleetAnswer {
  readonly name: string
  readonly is: 'done' | 'unsure' | 'confirm' | 'refused'
  readonly text: string
}

/** Actions that a fleet can send to all its daemons. */
export const FLEET_ACTIONS = {
  pause: { do: 'pause', scope: 'all' },
  close: { do: 'close', scope: 'all' },
  resume: { do: 'resume', scope: 'all' },
  halt: { do: 'halt' },
  'cancel-all': { do: 'cancel-all' },
} as const satisfies Readonly<Record<string, Action>>

export type FleetAction = keyof typeof FLEET_ACTIONS

const ANSWER_MS = 2_000

/** Asks all daemons for their status at the same time; one that does not answer within two seconds delays no other. */
export const askFleet = (daemons: readonly FleetDaemon[]): Promise<readonly FleetRow[]> => Promise.all(daemons.map(askDaemon))

async function askDaemon({ name, door, isRunning }: FleetDaemon): Promise<FleetRow> {
  if (door === null) return { name, state: isRunning ? 'no door' : 'not running', run: null }
  try {
    const client = fleetClient(door)
    const [run, alerts] = await Promise.all([client.read('run'), client.read('alerts')])
    return fleetRowOf(name, run, alerts)
  } catch {
    // The table shows that it does not answer.
    return { name, state: 'no answer', run: null }
  }
}

/** Sends an action to all daemons at the same time. `key` identifies the action, so that each does it once. */
export const actFleet = (daemons: readonly FleetDaemon[], action: FleetAction, key?: string): Promise<readonly FleetAnswer[]> =>
  Promise.all(daemons.map(daemon => actDaemon(daemon, FLEET_ACTIONS[action], key)))

async function actDaemon({ name, door, isRunning }: FleetDaemon, action: Action, key?: string): Promise<FleetAnswer> {
  const byKeeper =
    action.do === 'pause' || action.do === 'close' ? '' : `; "oddsmith ${action.do} --home" with its folder reaches the keeper`
  if (door === null)
    return { name, is: 'refused', text: isRunning ? `its daemon has no door open${byKeeper}` : 'no daemon runs for it' }
  try {
    const { is, text } = await fleetClient(door).act(action, key)
    return { name, is, text }
  } catch (error) {
    const why = reasonOf(error)
    return { name, is: 'unsure', text: `${why}${byKeeper}` }
  }
}

/** Uses the token by which a daemon's journal records that its fleet asked. */
export const fleetClient = ({ url, tokens }: DoorFile): DoorClient =>
  createDoorClient({ url, token: tokens['fleet'] ?? tokens['cli'] ?? '', timeoutMs: ANSWER_MS })
