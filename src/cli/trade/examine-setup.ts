import { dirname, join } from 'node:path'
import { counted } from '../../model/counted.js'
import type { Market } from '../../model/market.js'
import { reasonOf } from '../../model/reason-of.js'
import type { RunClock } from '../../model/time.js'
import { choicesNow } from '../../runtime/markets-at-start.js'
import { createSystemClock } from '../../runtime/system-clock.js'
import { Finding } from '../../venues/finding.js'
import { remedyOf } from '../../venues/remedy-of.js'
import type { OpenVenue } from '../../venues/venue-definition.js'
import { expectOneStrategy, marketsWantedOf } from '../config/assign-markets.js'
import { type LoadedConfig, loadConfig } from '../config/config.js'
import { ExitCode, ExitError } from '../config/exit.js'
import { expectPossible, remarks } from '../config/expect-possible.js'
import { expectReferences } from '../config/expect-references.js'
import { loadFeeds } from '../config/load-feeds.js'
import { loadStanzas } from '../config/load-stanzas.js'
import { askPassphrase } from '../wallet/ask-passphrase.js'
import { openVenue } from '../wallet/open-venue.js'
import { walletName } from '../wallet/wallet-name.js'
import { openWalletVenue, type WalletVenue } from '../wallet/wallet-venue.js'
import { hostFindings } from './host-findings.js'
import { journalFindings, runFindings } from './journal-findings.js'
import { diskFinding, keyFindings, nodeFinding } from './local-findings.js'
import { trySpending } from './try-spending.js'

export interface ExamineSetupOptions {
  readonly home: string
  readonly listenMs: number
  /** null: no order is sent. */
  readonly spend: { readonly isAgreed: boolean } | null
  /** Called with each finding. */
  readonly onFinding: (finding: Finding) => void
}

/**
 * Checks config, computer, keys, hosts, wallet, venue and journal, in this order, as far as earlier findings allow. Returns all findings. Rejects
 * with an `ExitError` if a person does not agree to spend.
 */
export async function examineSetup(file: string, options: ExamineSetupOptions): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  const note = (...found: readonly Finding[]): void => {
    findings.push(...found)
    found.forEach(options.onFinding)
  }
  note(nodeFinding(), diskFinding(options.home))
  const loaded = await loadQuietly(file, note)
  if (loaded === null) return findings
  note(...keyFindings(loaded.own, dirname(loaded.source.file)))
  const clock = createSystemClock()
  const told: string[] = []
  const opened = await openQuietly({ ...options, loaded, clock, note, told })
  if (opened === null) return findings
  try {
    await examineWorld(opened, { ...options, loaded, clock, note, told })
  } finally {
    await opened.close()
  }
  return findings
}

type Note = (...found: readonly Finding[]) => void

interface Examining extends ExamineSetupOptions {
  readonly loaded: LoadedConfig
  readonly clock: RunClock
  readonly note: Note
  /** Notices of the venue, newest last. */
  readonly told: string[]
}

/** null: the config cannot be used at all. */
async function loadQuietly(file: string, note: Note): Promise<LoadedConfig | null> {
  try {
    const loaded = await loadConfig(file)
    const stanzas = await loadStanzas(loaded)
    await loadFeeds(loaded, process.env)
    expectReferences(loaded, stanzas)
    expectPossible(loaded, stanzas)
    expectOneStrategy(loaded)
    const { length } = stanzas
    note(Finding.ok('config', `${file}: venue ${loaded.definition.name}, ${counted(length, 'strategy', 'strategies')}`))
    for (const remark of remarks(loaded, stanzas))
      note(Finding.warn('config', remark, 'change one of the two, or leave it if that is intended'))
    return loaded
  } catch (error) {
    if (!(error instanceof ExitError)) throw error
    for (const line of error.message.split('\n'))
      note(Finding.fail('config', line, 'correct it there; docs/running.md has every field'))
    return null
  }
}

interface Opened extends WalletVenue {
  close(): Promise<void>
}

/** Opens venue and wallet. A wallet at a real venue is locked only if orders will be sent; one on paper is needed for its exchange. */
async function openQuietly({ loaded, clock, note, home, spend, told }: Examining): Promise<Opened | null> {
  const quiet = { info: () => undefined, warn: () => undefined }
  const isElsewhere = loaded.config.venue.embedded === undefined
  try {
    if (!isElsewhere || spend !== null)
      return await openWalletVenue({
        loaded,
        clock,
        home,
        log: quiet,
        seed: null,
        environment: process.env,
        onNotice: text => void told.push(text),
      })
    const venue = await openVenue({
      ...{ loaded, stanza: null, clock, environment: process.env },
      passphrase: await askPassphrase(loaded),
    })
    const wallet = await venue.wallet()
    const folder = join(home, 'state', walletName(loaded.definition.name, wallet.account))
    return { mode: 'live', folder, venue, wallet, close: async () => venue.close() }
  } catch (error) {
    if (error instanceof ExitError && error.code === ExitCode.REFUSED)
      note(Finding.fail('run', error.message, 'on paper, and with --spend, doctor must lock the wallet: stop that run first'))
    else if (error instanceof ExitError || error instanceof RangeError)
      note(Finding.fail('wallet', reasonOf(error), 'see "keystore", "passphrase" and "privateKey" in docs/running.md'))
    else throw error
    return null
  }
}

async function examineWorld(world: Opened, examining: Examining): Promise<void> {
  const { note, loaded, clock, spend, told } = examining
  const { venue, folder } = world
  const isOwn = loaded.config.venue.embedded !== undefined || spend !== null
  if (!isOwn) note(...runFindings(folder))
  note(...journalFindings(folder))
  const hosts = await hostFindings(venue.hosts)
  note(...hosts)
  if (hosts.some(({ grade }) => grade === 'fail')) return
  const markets = await marketsNow(venue, examining)
  note(...(await examineVenue(world, examining, markets)))
  if (spend !== null) note(...(await trySpending({ ...spend, world, loaded, clock, markets, told })))
}

/** The markets that the config wants now, the narrowest spread first; empty if they could not be read. */
async function marketsNow(venue: OpenVenue, { loaded, clock, note }: Examining): Promise<readonly Market[]> {
  try {
    const choices = await choicesNow(venue, marketsWantedOf(loaded), clock)
    const taken = choices.filter(({ stanza }) => stanza !== null).map(({ offer }) => offer)
    const spread = (ticks: number | null): number => ticks ?? Number.MAX_VALUE
    const markets = taken.toSorted((a, b) => spread(a.spreadTicks) - spread(b.spreadTicks)).map(({ market }) => market)
    if (markets.length === 0)
      note(
        Finding.warn(
          'markets',
          'no open market is taken by this config now',
          '"oddsmith markets CONFIG" says why each is not; a run with filters waits for one',
        ),
      )
    return markets
  } catch (error) {
    note(Finding.fail('markets', `the markets could not be read: ${reasonOf(error)}`, remedyOf(error)))
    return []
  }
}

async function examineVenue(
  { venue, wallet }: WalletVenue,
  { loaded, listenMs }: Examining,
  markets: readonly Market[],
): Promise<readonly Finding[]> {
  const { clockOffsetMaxMs } = loaded.config.limits
  if (venue.examine !== undefined) return venue.examine({ markets, clockOffsetMaxMs, listenMs })
  try {
    const missing = await venue.gateway({ signer: wallet.signer, epoch: 0 }, new Map()).preflight(markets)
    if (missing.length === 0) return [Finding.ok('wallet', `${wallet.account} has what it needs to trade these markets`)]
    return missing.map(what => Finding.fail('wallet', what, 'give the wallet what it lacks'))
  } catch (error) {
    return [Finding.fail('wallet', reasonOf(error), remedyOf(error))]
  }
}
