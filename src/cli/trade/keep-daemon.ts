import type { DaemonNews } from '../../keeper/daemon-news.js'
import { removalText } from '../../keeper/removal-text.js'
import { type RemovalResult, removeOurs } from '../../keeper/remove-ours.js'
import { counted } from '../../model/counted.js'
import { reasonOf } from '../../model/reason-of.js'
import { createSystemClock } from '../../runtime/system-clock.js'
import type { OpenVenue } from '../../venues/venue-definition.js'
import type { LoadedConfig } from '../config/config.js'
import { ExitCode } from '../config/exit.js'
import { openVenue } from '../wallet/open-venue.js'
import type { WalletPlace } from '../wallet/wallet-place.js'
import { codeWithoutOrders } from './code-without-orders.js'
import type { DaemonProcess } from './daemon-process.js'
import { hangText } from './hang-text.js'
import type { KeeperAlerts } from './keeper-alerts.js'
import { createKeeperHand, type KeeperHand } from './keeper-hand.js'
import type { KeeperLog } from './keeper-log.js'
import type { KeeperSignals } from './keeper-signals.js'
import type { SupervisorNotice } from './supervisor-notice.js'

export interface KeepOptions {
  readonly place: WalletPlace
  readonly daemon: DaemonProcess
  readonly heard: DaemonNews
  readonly log: KeeperLog
  readonly loaded: LoadedConfig
  readonly signals: KeeperSignals
  readonly alerts: KeeperAlerts
  /** Tells a supervisor that the run works, also while orders are being removed. */
  readonly service: Pick<SupervisorNotice, 'well'>
  /** The passphrase that a person typed at the start; null: it was not asked for. */
  readonly passphrase: string | null
}

const TICK_MS = 100
/** Time for the daemon to stop: it needs up to nine seconds and a little for its files; a container is killed after ten. */
const STOP_MAX_MS = 12_000

/**
 * Watches a daemon until it has ended, removes orders that it left, and returns the run's exit code: the daemon's own if the daemon saw the venue's
 * list empty. A daemon that sends nothing is killed. One that says it cannot trade is left running while its orders are removed.
 */
export async function keepDaemon(options: KeepOptions): Promise<ExitCode> {
  const { daemon, log } = options
  const remover = createRemoval(options)
  const asked = createKeeperHand({ ...options, folder: options.place.folder, remove: isOver => remover.run(isOver) })
  const unwatch = watch({ ...options, remover, asked })
  const { code, signal } = await daemon.ended
  unwatch()
  log.takeOver()
  asked.end()
  const ended = await endOf({ code, signal }, options, remover)
  await asked.settled()
  return ended
}

/** The exit code after the daemon's end, once no order of the wallet rests at the venue. */
async function endOf(
  { code, signal }: Awaited<DaemonProcess['ended']>,
  options: KeepOptions,
  remover: RemovalOfRun,
): Promise<ExitCode> {
  const { daemon, heard, log, signals, alerts } = options
  if (!isUnfinished(heard)) return codeWithoutOrders({ code, signal }, options)
  options.place.wallet.note('removing', null)
  if (heard.stopped === null) {
    const text = `the daemon (process ${daemon.pid}) ended by ${signal ?? `code ${code}`}`
    log.say('error', text)
    alerts.died(text)
  }
  log.say('warn', 'the keeper removes its orders')
  const leaveAt = Math.max(2, signals.count + 1)
  const isOver = (): boolean => {
    options.service.well()
    return signals.count >= leaveAt
  }
  try {
    return tell(await remover.run(isOver), options)
  } catch (error) {
    const text = `${UNREMOVED}: ${reasonOf(error)}`
    log.say('error', text)
    alerts.removed(text, false)
    return ExitCode.ORDERS_OPEN
  }
}

const UNREMOVED = 'the keeper could not remove orders, which rest until they expire'

/** True: it may have placed orders, and has not seen the venue's list without them. */
const isUnfinished = ({ vigil, stopped }: DaemonNews): boolean => vigil !== null && stopped?.open !== 0

interface WatchOptions extends KeepOptions {
  readonly remover: RemovalOfRun
  readonly asked: KeeperHand
}

/** Checks the daemon ten times a second. Returns a function that stops this. */
function watch({ daemon, heard, log, signals, service, remover, alerts, asked }: WatchOptions): () => void {
  let lastAt = performance.now()
  let stopMs = 0
  let isKilled = false
  let beside: { isOver: boolean } | null = null
  const kill = (why: string): void => {
    isKilled = true
    daemon.kill()
    log.takeOver()
    log.say('error', `${why}; the daemon (process ${daemon.pid}) is killed`)
    alerts.died(`${why}; the daemon (process ${daemon.pid}) is killed`)
  }
  const removeBeside = (why: string): void => {
    if (beside !== null) return
    const episode = { isOver: false }
    beside = episode
    const text = `the daemon cannot trade (${why}): the keeper makes sure that none of its orders rests`
    log.say('warn', text)
    alerts.beside(text)
    void remover
      .run(() => episode.isOver)
      .then(({ removed }) => log.say('info', `the keeper removed ${counted(removed, 'order')} beside the daemon`))
      .catch((error: unknown) => log.say('error', `${UNREMOVED}: ${reasonOf(error)}`))
  }
  const tick = (): void => {
    const now = performance.now()
    const elapsed = now - lastAt
    lastAt = now
    asked.tick()
    if (isKilled) return
    if (signals.count > 0 || heard.isStopping) stopMs += Math.min(elapsed, TICK_MS * 2)
    if (stopMs > STOP_MAX_MS) return kill(`it did not stop within ${STOP_MAX_MS / 1_000} s`)
    const { vigil } = heard
    const standing = vigil?.tick(elapsed) ?? 'well'
    if (standing === 'dumb') return kill(hangText(heard))
    service.well()
    if (standing === 'blind') removeBeside(vigil?.why ?? '')
    else if (beside !== null) {
      beside.isOver = true
      beside = null
      alerts.besideIsOver()
    }
  }
  const timer = setInterval(tick, TICK_MS)
  return () => {
    clearInterval(timer)
    if (beside !== null) beside.isOver = true
  }
}

interface RemovalOfRun {
  /** Rejects if the venue cannot be opened, such as with an `ExitError` for a secret that is gone. */
  run(isOver: () => boolean): Promise<RemovalResult>
}

/** The venue is opened here once the daemon trades, so that the start is not delayed. */
const LOAD_AFTER_MS = 2_000

function createRemoval({ place, heard, log, loaded, passphrase }: KeepOptions): RemovalOfRun {
  const clock = createSystemClock()
  let opened: Promise<OpenVenue> | null = null
  const load = async (): Promise<OpenVenue> => {
    opened ??= openVenue({ loaded, stanza: place.stanza, clock, environment: process.env, passphrase })
    try {
      return await opened
    } catch (error) {
      // What is missing now may be there when orders have to be removed.
      opened = null
      throw error
    }
  }
  const sayEarly = (error: unknown): void =>
    log.say('error', `the keeper cannot open the venue, so it could not remove the orders of a dead daemon: ${reasonOf(error)}`)
  setTimeout(() => void load().catch(sayEarly), LOAD_AFTER_MS).unref()
  return {
    run: async isOver => {
      const venue = await load()
      const say: KeeperLog['say'] = (level, text, fields) => log.say(level, text, fields)
      const remover = venue.remover({
        epoch: heard.hello?.epoch ?? 0,
        token: () => heard.token,
        onNotice: (text, fields) => say('warn', `keeper: ${text}`, fields),
      })
      try {
        const orderLifeMs = (heard.hello?.orderLifeSeconds ?? 0) * 1_000
        const { told, clockAllowanceMs } = heard
        return await removeOurs({ remover, told, orderLifeMs, clockAllowanceMs, wallMs: Date.now, isOver, say })
      } finally {
        remover.close()
      }
    },
  }
}

function tell(result: RemovalResult, { heard, log, alerts }: KeepOptions): ExitCode {
  const text = removalText(result)
  const isClean = result.isNoneLeft && result.strangers.length === 0
  log.say(isClean ? 'info' : 'error', text)
  alerts.removed(text, isClean)
  if (!isClean) return ExitCode.ORDERS_OPEN
  return heard.stopped?.isFailure === false ? ExitCode.DONE : ExitCode.FAILED
}
