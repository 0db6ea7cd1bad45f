import { basename, dirname, resolve } from 'node:path'
import { createDaemonNews } from '../../keeper/daemon-news.js'
import { reasonOf } from '../../model/reason-of.js'
import { removeDoorFile } from '../../operator/door-file.js'
import { alertsOf } from '../config/alerts-of.js'
import { type LoadedConfig, loadConfig } from '../config/config.js'
import { durationOf } from '../config/duration.js'
import { ExitCode, ExitError } from '../config/exit.js'
import { createRunLog } from '../screen/log.js'
import { askPassphrase } from '../wallet/ask-passphrase.js'
import { openWalletPlace, type WalletPlace } from '../wallet/wallet-place.js'
import { chooseRecording } from './choose-recording.js'
import { codeWithoutOrders } from './code-without-orders.js'
import { type DaemonEnd, type DaemonProcess, startDaemonProcess } from './daemon-process.js'
import { startHangText } from './hang-text.js'
import { keepDaemon } from './keep-daemon.js'
import { type KeeperAlerts, openKeeperAlerts } from './keeper-alerts.js'
import { createKeeperLog, type KeeperLog } from './keeper-log.js'
import { listenForSignals } from './keeper-signals.js'
import { createSupervisorNotice } from './supervisor-notice.js'

/** Options beside the config. */
export interface RunFlags {
  readonly for?: string
  readonly json?: boolean
  readonly home: string
  readonly seed?: string
  readonly recording?: string
  readonly speed?: string
}

/**
 * Runs a config until it ends, and returns the exit code. This process is the keeper: it locks the wallet, on paper it hosts the exchange, and it
 * watches the daemon, a separate process that trades. It runs no strategy. Rejects with an `ExitError`.
 */
export async function startRun(file: string, flags: RunFlags): Promise<ExitCode> {
  if (flags.for !== undefined) durationOf('--for', flags.for)
  const seed = seedOf(flags.seed)
  const loaded = chooseRecording(await loadConfig(file), flags)
  const passphrase = await askPassphrase(loaded)
  const home = resolve(flags.home)
  const task = alertsOf(loaded, process.env)
  let log: KeeperLog | null = null
  const alerts = openKeeperAlerts({
    ...{ task, home, config: file, venue: loaded.definition.name },
    notice: (level, text) => log?.say(level, text),
  })
  const onLog = (opened: KeeperLog): void => {
    log = opened
  }
  const kept = { file, flags, seed, loaded, home, alerts, onLog, passphrase }
  try {
    const { code, why } = await keepRun(kept)
    await alerts.end(code, why)
    return code
  } catch (error) {
    await alerts.end(error instanceof ExitError ? error.code : ExitCode.FAILED, reasonOf(error))
    throw error
  }
}

interface KeptRun {
  readonly file: string
  readonly flags: RunFlags
  readonly seed: number | null
  readonly loaded: LoadedConfig
  readonly home: string
  readonly alerts: KeeperAlerts
  readonly onLog: (log: KeeperLog) => void
  readonly passphrase: string | null
}

interface EndOfKeeping {
  readonly code: ExitCode
  /** The daemon's message about its end. */
  readonly why: string
}

async function keepRun({ file, flags, seed, loaded, home, alerts, onLog, passphrase }: KeptRun): Promise<EndOfKeeping> {
  let onWallet: (account: string) => void = () => undefined
  let keepHistory: WalletPlace['keepHistory'] = () => undefined
  let why = 'its log says why'
  const service = createSupervisorNotice({ environment: process.env, onProblem: text => log.warn(text) })
  const account = new Promise<string>(settle => {
    onWallet = settle
  })
  const heard = createDaemonNews(message => {
    switch (message.kind) {
      case 'wallet':
        return onWallet(message.account)
      case 'hello':
        keepHistory(dirname(message.logFile))
        return alerts.run(message.logFile)
      case 'open':
        alerts.opened()
        return service.ready(`run ${basename(dirname(heard.hello?.logFile ?? ''))} quotes`)
      case 'well':
      case 'blind':
        return daemon.say({ kind: 'heard' })
      case 'door':
        return alerts.door(message.why)
      case 'hung':
        // Many calls that each return only make a start long.
        if (heard.vigil === null && message.calls === 1) log.say('warn', startHangText(heard, message))
        return
      case 'stopping':
        ;({ why } = message)
        return service.stopping()
      default:
      // `heard` keeps what the other messages say.
    }
  })
  // Started first, so that it loads its code while the exchange starts in its thread.
  const daemon = startDaemonProcess(argumentsOf(file, flags, passphrase !== null), message => heard.take(message))
  if (passphrase !== null) daemon.say({ kind: 'passphrase', text: passphrase })
  const log = createKeeperLog(await createRunLog(), { daemon, heard, parts: loaded.config.logs })
  onLog(log)
  const signals = listenForSignals(({ count, last }) => {
    service.stopping()
    if (count === 1) return daemon.say({ kind: 'stop', why: last })
    daemon.kill()
    log.takeOver()
    log.say('error', `${last} again: the daemon is killed`)
  })
  const opening = openWalletPlace({ loaded, log, home, seed, environment: process.env }, () => account)
  const place = await firstOf(opening, daemon)
  if (!('folder' in place)) return { code: codeWithoutOrders(place, { log, heard, signals }), why }
  try {
    place.wallet.handOver()
    place.wallet.note('running', daemon.pid)
    alerts.wallet(place.folder)
    const { mode, stanza, folder } = place
    keepHistory = runFolder => place.keepHistory(runFolder)
    daemon.say({ kind: 'world', mode, stanza, folder })
    return { code: await keepDaemon({ place, daemon, heard, log, loaded, signals, service, alerts, passphrase }), why }
  } finally {
    // A daemon that was killed left this file behind.
    removeDoorFile(place.folder)
    await place.close()
  }
}

/** The opened place, or the end of a daemon that ended before. */
async function firstOf(opening: Promise<WalletPlace>, daemon: DaemonProcess): Promise<WalletPlace | DaemonEnd> {
  try {
    const first = await Promise.race([opening, daemon.ended])
    if ('folder' in first) return first
    // If this still waits for the wallet, the end of the process ends the wait.
    void opening.then(place => place.close()).catch(() => undefined)
    return first
  } catch (error) {
    daemon.kill()
    throw error
  }
}

function argumentsOf(
  file: string,
  { for: time, json, home, recording, speed }: RunFlags,
  hasAsked: boolean,
): readonly string[] {
  const option = (name: string, value: string | undefined): readonly string[] =>
    value === undefined ? [] : [`--${name}=${value}`]
  return [
    file,
    `--home=${home}`,
    ...option('for', time),
    ...(json === true ? ['--json'] : []),
    ...option('recording', recording),
    ...option('speed', speed),
    ...(hasAsked ? ['--awaits-passphrase'] : []),
  ]
}

function seedOf(text: string | undefined): number | null {
  if (text === undefined) return null
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new ExitError(ExitCode.USAGE, `--seed: expected a whole number, found "${text}"`)
}
