import { resolve } from 'node:path'
import { acquireJournalLease } from '../../journal/lease.js'
import { type BeatWatch, createBeatWatch } from '../../keeper/beat-watch.js'
import type { KeeperMessage } from '../../keeper/messages.js'
import { StoppedWaitError } from '../../runtime/patient-read.js'
import { createSystemClock } from '../../runtime/system-clock.js'
import type { Notice } from '../../venues/notice.js'
import type { OpenVenue } from '../../venues/venue-definition.js'
import { alertsOf } from '../config/alerts-of.js'
import { asConfigError } from '../config/as-config-error.js'
import { type LoadedConfig, loadConfig } from '../config/config.js'
import { durationOf } from '../config/duration.js'
import { ExitCode } from '../config/exit.js'
import { expectPossible, remarks } from '../config/expect-possible.js'
import { expectReferences } from '../config/expect-references.js'
import { loadFeeds } from '../config/load-feeds.js'
import { loadStanzas } from '../config/load-stanzas.js'
import { createRunLog, type Logger } from '../screen/log.js'
import { openVenue } from '../wallet/open-venue.js'
import type { WalletVenue } from '../wallet/wallet-venue.js'
import { awaitVenue } from './await-venue.js'
import { chooseRecording } from './choose-recording.js'
import { createHandedActs, type HandedActs } from './door/handed-acts.js'
import { type EndOfRun, listenForEnd, type WhyEnded } from './end-of-run.js'
import { type KeeperPipe, openKeeperPipe } from './keeper-pipe.js'
import type { PreparedRun } from './prepared-run.js'

/** Options that the keeper passes besides the config. */
export interface KeptDaemonFlags {
  readonly for?: string
  readonly json?: boolean
  readonly home: string
  readonly recording?: string
  readonly speed?: string
  /** True: the keeper asked a person for the keystore's passphrase, and will send it. */
  readonly awaitsPassphrase?: boolean
}

type Told<K extends KeeperMessage['kind']> = KeeperMessage & { readonly kind: K }

/** Trades at the venue that the keeper opens, until the run ends. Rejects with an `ExitError`, or with an error of the venue or the journal. */
export async function startDaemon(file: string, flags: KeptDaemonFlags): Promise<ExitCode> {
  const keeper = openKeeperPipe()
  const forMs = flags.for === undefined ? null : durationOf('--for', flags.for)
  const loaded = chooseRecording(await loadConfig(file), flags)
  const alerts = alertsOf(loaded, process.env)
  const runLog = await createRunLog()
  const { log } = runLog
  const end = listenForEnd(log)
  const attention = attentionOf(loaded, end)
  const asked = createHandedActs(answer => keeper.say({ kind: 'acted', answer }))
  const opened = listen(keeper, { end, log, attention, asked })
  const clock = createSystemClock()
  const onNotice: Notice = (text, fields) => log.info(fields, text)
  const passphrase = flags.awaitsPassphrase === true ? await Promise.race([opened.passphrase, end.why.then(() => null)]) : null
  const open = (stanza: unknown): Promise<OpenVenue> =>
    openVenue({ loaded, stanza, clock, environment: process.env, onNotice, passphrase })
  // At a real venue, the keeper learns from the account which wallet to lock.
  const elsewhere = loaded.config.venue.embedded === undefined ? await open(null) : null
  if (elsewhere !== null) keeper.say({ kind: 'wallet', account: (await elsewhere.wallet()).account })
  const plugins = await loadPlugins(loaded, log)
  const { trade } = await import('./trade.js')
  const place = await Promise.race([opened.world, end.why.then(() => null)])
  const venue = elsewhere ?? (place && (await open(place.stanza)))
  if (place === null || venue === null || !(await isAnswering(venue, { loaded, log, end }))) return codeOf(await end.why)
  const world: WalletVenue = { mode: place.mode, folder: place.folder, venue, wallet: await venue.wallet() }
  // The keeper has locked the wallet; this process locks the journal while it lives, even without its keeper.
  const lease = acquireJournalLease(world.folder)
  try {
    return await trade(world, {
      clock,
      ...{ loaded, ...plugins },
      openAgain: () => open(place.stanza),
      runLog,
      log,
      end,
      home: resolve(flags.home),
      forMs,
      isJson: flags.json === true,
      keeper,
      attention,
      alerts,
      asked,
    })
  } catch (error) {
    if (error instanceof StoppedWaitError) return codeOf(await end.why)
    throw asConfigError(error, loaded)
  } finally {
    lease.release()
  }
}

/** Of a run that ended before it traded. */
const codeOf = ({ isFailure }: WhyEnded): ExitCode => (isFailure ? ExitCode.FAILED : ExitCode.DONE)

/** Ends the run if its keeper stops answering beats. */
function attentionOf({ config: { unattendedMaxMs } }: LoadedConfig, end: EndOfRun): BeatWatch {
  const lost = `the keeper has not answered for ${unattendedMaxMs / 1_000} s: it is stopped or hangs`
  return createBeatWatch(unattendedMaxMs, () => end.fail(new Error(lost)))
}

/** Loads a config with its plugins, and refuses contradictions. Rejects with an `ExitError` that names file and line. */
async function loadPlugins(loaded: LoadedConfig, log: Logger): Promise<Pick<PreparedRun, 'stanzas' | 'feeds'>> {
  const stanzas = await loadStanzas(loaded)
  const feeds = await loadFeeds(loaded, process.env)
  expectReferences(loaded, stanzas)
  expectPossible(loaded, stanzas)
  for (const remark of remarks(loaded, stanzas)) log.warn(remark)
  return { stanzas, feeds }
}

/**
 * Waits for the venue's hosts. false: the run was stopped before they answered. Rejects with an `ExitError` that names a host which does not answer.
 */
async function isAnswering(
  venue: OpenVenue,
  run: Pick<Listening, 'end' | 'log'> & { readonly loaded: LoadedConfig },
): Promise<boolean> {
  const { loaded, log, end } = run
  const ending = new AbortController()
  void end.why.then(() => ending.abort())
  const { startWithinSeconds: withinSeconds } = loaded.config.venue
  await awaitVenue(venue.hosts, { withinSeconds, onWait: text => log.warn(text), signal: ending.signal })
  return !ending.signal.aborted
}

interface Listening {
  readonly end: EndOfRun
  readonly log: Logger
  readonly attention: BeatWatch
  readonly asked: HandedActs
}

/** Messages that the keeper sends once. */
interface FromKeeper {
  /** Resolves once the keeper has opened the wallet's place. */
  readonly world: Promise<Told<'world'>>
  readonly passphrase: Promise<string>
}

/** Starts reading the keeper's messages. */
function listen(keeper: KeeperPipe, { end, log, attention, asked }: Listening): FromKeeper {
  let onPassphrase: (text: string) => void = () => undefined
  const passphrase = new Promise<string>(resolve => {
    onPassphrase = resolve
  })
  const world = new Promise<Told<'world'>>(resolve => {
    const message = (told: KeeperMessage): void => {
      switch (told.kind) {
        case 'world':
          return resolve(told)
        case 'passphrase':
          return onPassphrase(told.text)
        case 'heard':
          return attention.heard()
        case 'act':
          return asked.take(told.act)
        case 'stop':
          return end.stop(told.why)
        case 'log':
          return log[told.level](told.fields, told.text)
        default:
          told satisfies never
      }
    }
    keeper.listen({ message, lost: why => end.fail(new Error(why)) })
  })
  return { world, passphrase }
}
