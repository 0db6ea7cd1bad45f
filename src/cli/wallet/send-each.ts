import { reasonOf } from '../../model/reason-of.js'
import { createSystemClock } from '../../runtime/system-clock.js'
import type { OpenVenue } from '../../venues/venue-definition.js'
import { type LoadedConfig, loadConfig } from '../config/config.js'
import { ExitCode, ExitError } from '../config/exit.js'
import { askConsent } from '../screen/ask-consent.js'
import { printText } from '../screen/print-text.js'
import { askPassphrase } from './ask-passphrase.js'
import { openVenue } from './open-venue.js'

/** Options of each command that sends transactions. */
export interface SendFlags {
  readonly dryRun?: boolean
  readonly yes?: boolean
  readonly json?: boolean
}

/** Transactions to send, in this order, and how they are shown. */
export interface Sending<T> {
  readonly found: readonly T[]
  /** Resolves with the transaction's hash. Rejects with the reason. */
  readonly send: (one: T) => Promise<string>
  readonly lineOf: (one: T) => string
  readonly documentOf: (one: T) => object
  /** Field of the JSON document. */
  readonly field: string
  readonly words: {
    readonly nothing: string
    readonly listed: string
    readonly question: string
    readonly done: string
    readonly failed: string
  }
}

/** One of the list, and what became of it. */
interface Sent<T> {
  readonly one: T
  /** null: nothing was sent, or it failed. */
  readonly transaction: string | null
  readonly fault: string | null
}

/** Works with the venue of a config at which transactions have a lasting effect. `none`: why there is nothing to do on paper. */
export async function atVenue<T>(
  file: string,
  none: string,
  work: (venue: OpenVenue, loaded: LoadedConfig) => Promise<T>,
): Promise<T> {
  const loaded = await loadConfig(file)
  if (loaded.config.venue.embedded !== undefined)
    throw new ExitError(ExitCode.REFUSED, `${none}: the exchange of this config lives in its run only`)
  const venue = await openVenue({
    ...{ loaded, clock: createSystemClock(), stanza: null, environment: process.env },
    passphrase: await askPassphrase(loaded),
  })
  try {
    return await work(venue, loaded)
  } finally {
    venue.close()
  }
}

/**
 * Lists what is to be sent, asks, and sends it one after the other, because the transactions of a key are numbered. A failure does not keep the others
 * from being sent. Ends with code 1 if one failed.
 */
export async function sendEach<T>(sending: Sending<T>, flags: SendFlags): Promise<ExitCode> {
  const { found, words, lineOf, documentOf, field } = sending
  const say = (text: string): void => printText(`${text}\n`)
  const isJson = flags.json === true
  const document = (sent: readonly Sent<T>[]): string =>
    JSON.stringify({ [field]: sent.map(({ one, transaction, fault }) => ({ ...documentOf(one), transaction, fault })) })
  const list = found.map(lineOf).join('\n')
  if (flags.dryRun === true || found.length === 0) {
    if (isJson) say(document(found.map(one => ({ one, transaction: null, fault: null }))))
    else say(found.length === 0 ? words.nothing : `${words.listed}:\n${list}`)
    return ExitCode.DONE
  }
  await askConsent(`${list}\n${words.question}`, { isGiven: flags.yes === true })
  // Each line at once: if this is killed, they say what was sent.
  const sent = await sendAll(sending, each => {
    if (!isJson) say(sentText(each, sending))
  })
  if (isJson) say(document(sent))
  return sent.some(({ fault }) => fault !== null) ? ExitCode.FAILED : ExitCode.DONE
}

async function sendAll<T>({ found, send }: Sending<T>, onSent: (each: Sent<T>) => void): Promise<readonly Sent<T>[]> {
  const sent: Sent<T>[] = []
  for (const one of found) {
    const each = await send(one).then(
      transaction => ({ one, transaction, fault: null }),
      (error: unknown) => ({ one, transaction: null, fault: reasonOf(error) }),
    )
    sent.push(each)
    onSent(each)
  }
  return sent
}

const sentText = <T>({ one, transaction, fault }: Sent<T>, { lineOf, words }: Sending<T>): string =>
  fault === null ? `${words.done} ${lineOf(one)} by ${transaction}` : `${words.failed}: ${lineOf(one)}: ${fault}`
