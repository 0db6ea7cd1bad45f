import { join } from 'node:path'
import type { DeskSettings } from '../../engine/desk-options.js'
import type { Journal } from '../../journal/journal.js'
import type { Session } from '../../runtime/session.js'
import type { TradingGateway } from '../../venues/venue-definition.js'
import { packageVersion } from '../config/package-manifest.js'
import { logNotice } from '../screen/log-notice.js'
import type { WalletVenue } from '../wallet/wallet-venue.js'
import { type Carrier, createCarrier } from './door/carry-out.js'
import { measureLoopDelay } from './door/loop-delay.js'
import { openDoor, type RunDoor } from './door/open-door.js'
import { type ChangePlanner, createChangePlanner } from './door/plan-change.js'
import type { SeenTurns } from './door/seen-turns.js'
import type { ShownRun } from './door/shown-run.js'
import type { PreparedRun } from './prepared-run.js'

export interface DoorOfRun {
  readonly world: WalletVenue
  readonly options: PreparedRun
  readonly run: string
  readonly logFile: string
  readonly startedAt: number
  readonly session: Session
  readonly gateway: TradingGateway
  readonly settings: DeskSettings
  readonly journal: Journal
  readonly seen: SeenTurns
  readonly isStopping: () => boolean
}

/** The door of a run, and the part that carries out actions even without a door. */
export interface OpenedDoor {
  /** null: the config disables it. */
  readonly door: RunDoor | null
  readonly carrier: Carrier
}

/** Time from a fill to its markout, if the config does not set one. */
const MARKOUT_SECONDS = 30

/** Opens the door of a run, if the config has one. */
export function doorOfRun(parts: DoorOfRun): OpenedDoor {
  const planner = plannerOf(parts)
  const carrier = carrierOf(parts, planner)
  const { options, world, run, logFile, settings } = parts
  const { loaded, log } = options
  const { door: wanted } = loaded.config
  if (wanted === false) return { door: null, carrier }
  const door = openDoor({
    shown: shownRun(parts, planner),
    carrier,
    notice: logNotice(log),
    markoutSeconds: settings.limits.markout?.horizonSeconds ?? MARKOUT_SECONDS,
    onHung: why => options.keeper.say({ kind: 'door', why }),
    task: {
      ...wanted,
      home: options.home,
      ...{ run, log: logFile, folder: world.folder, journal: join(world.folder, 'journal.db') },
      alerts: options.alerts,
      pid: process.pid,
      version: packageVersion(),
    },
  })
  void tellPage(door, options)
  return { door, carrier }
}

function plannerOf({ session, options: { loaded, stanzas }, settings }: DoorOfRun): ChangePlanner {
  const markets = (): readonly string[] =>
    session.desk.summary().markets.flatMap(({ market, strategy }) => (strategy === null ? [] : [String(market.id)]))
  return createChangePlanner({ loaded, stanzas, settings, markets })
}

function carrierOf({ session, gateway, journal, options, isStopping }: DoorOfRun, planner: ChangePlanner): Carrier {
  const { stanzas, clock } = options
  return createCarrier({
    ...{ session, gateway, clock, isStopping },
    hashOf: order => journal.rows.hashOf(order),
    strategies: [...new Set(stanzas.map(({ definition }) => definition.name))],
    plan: action => planner.plan(action),
  })
}

function shownRun({ world, options, run, startedAt, session, seen, isStopping }: DoorOfRun, planner: ChangePlanner): ShownRun {
  const { loaded, clock, attention } = options
  return {
    ...{ run, startedAt, session, seen, clock, isStopping, settings: planner.now },
    mode: world.mode,
    wallet: world.wallet.account,
    venue: loaded.definition.name,
    config: loaded.source.file,
    loop: measureLoopDelay(),
    keeper: { unattendedMaxMs: loaded.config.unattendedMaxMs, heardMsAgo: () => attention.silentMs },
  }
}

async function tellPage({ port }: RunDoor, { log, loaded }: PreparedRun): Promise<void> {
  const found = await port
  if (found === null) return
  log.info({ port: found }, `page: http://127.0.0.1:${found}  (open it with "oddsmith page ${loaded.source.file}")`)
}
