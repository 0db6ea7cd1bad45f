import { exactDigits } from '../../protocol/exact-digits.js'
import { createSystemClock } from '../../runtime/system-clock.js'
import type { Redeemable, Redemption } from '../../venues/redemption.js'
import { loadConfig } from '../config/config.js'
import { ExitCode, ExitError, reasonOf } from '../config/exit.js'
import { askConsent } from '../screen/ask-consent.js'
import { askPassphrase } from './ask-passphrase.js'
import { openVenue } from './open-venue.js'

/** Options beside the config. */
export interface RedeemFlags {
  readonly dryRun?: boolean
  readonly yes?: boolean
  readonly json?: boolean
}

/** One market of the list, and what became of it. */
interface Redeemed {
  readonly one: Redeemable
  /** null: nothing was sent, or it failed. */
  readonly transaction: string | null
  readonly fault: string | null
}

/**
 * Lists the wallet's shares of decided markets and redeems them, market by market. A failure does not keep the others from being redeemed. It needs
 * no lock on the wallet: a daemon counts a payout as its own before and after. Ends with code 1 if one failed.
 */
export async function redeemPayouts(file: string, flags: RedeemFlags): Promise<ExitCode> {
  const loaded = await loadConfig(file)
  if (loaded.config.venue.embedded !== undefined)
    throw new ExitError(ExitCode.REFUSED, 'nothing to redeem: the exchange of this config lives in its run only')
  const venue = await openVenue({
    ...{ loaded, clock: createSystemClock(), stanza: null, environment: process.env },
    passphrase: await askPassphrase(loaded),
  })
  try {
    if (venue.redemption === undefined)
      throw new ExitError(
        ExitCode.REFUSED,
        `the venue ${loaded.config.venue.name} pays results by itself: nothing has to be redeemed`,
      )
    const redemption = await venue.redemption(await venue.wallet())
    const found = await redemption.list()
    const isListed = flags.dryRun === true || found.length === 0
    if (!isListed)
      await askConsent(`${listText(found)}\nRedeem ${found.length === 1 ? 'it' : 'them'}?`, { isGiven: flags.yes === true })
    const redeemed = isListed
      ? found.map(one => ({ one, transaction: null, fault: null }))
      : await redeemEach(redemption, found)
    process.stdout.write(`${flags.json === true ? JSON.stringify(documentOf(redeemed)) : redeemedText(redeemed, isListed)}\n`)
    return redeemed.some(({ fault }) => fault !== null) ? ExitCode.FAILED : ExitCode.DONE
  } finally {
    venue.close()
  }
}

/** One after the other, because the transactions of a key are numbered. */
async function redeemEach(redemption: Redemption, found: readonly Redeemable[]): Promise<readonly Redeemed[]> {
  const redeemed: Redeemed[] = []
  for (const one of found) {
    try {
      redeemed.push({ one, transaction: await redemption.redeem(one), fault: null })
    } catch (error) {
      redeemed.push({ one, transaction: null, fault: reasonOf(error) })
    }
  }
  return redeemed
}

const listText = (found: readonly Redeemable[]): string => found.map(lineOf).join('\n')

const lineOf = ({ market, question, payout }: Redeemable): string =>
  `${exactDigits(payout)} USDT of market ${market} (${question})`

function redeemedText(redeemed: readonly Redeemed[], isListed: boolean): string {
  if (redeemed.length === 0) return 'nothing to redeem'
  if (isListed) return `to redeem:\n${listText(redeemed.map(({ one }) => one))}`
  return redeemed
    .map(({ one, transaction, fault }) =>
      fault === null ? `redeemed ${lineOf(one)} by ${transaction}` : `NOT redeemed: ${lineOf(one)}: ${fault}`,
    )
    .join('\n')
}

const documentOf = (redeemed: readonly Redeemed[]): object => ({
  markets: redeemed.map(({ one: { market, question, shares, payout }, transaction, fault }) => ({
    market,
    question,
    shares: { yes: exactDigits(shares.yes), no: exactDigits(shares.no) },
    payout: exactDigits(payout),
    transaction,
    fault,
  })),
})
