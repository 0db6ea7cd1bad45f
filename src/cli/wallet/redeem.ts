import { exactDigits } from '../../protocol/exact-digits.js'
import type { Redeemable } from '../../venues/redemption.js'
import { ExitCode, ExitError } from '../config/exit.js'
import { atVenue, type SendFlags, sendEach } from './send-each.js'

/**
 * Lists the wallet's shares of decided markets and redeems them, market by market. It needs no lock on the wallet: a daemon counts a payout as its own
 * before and after.
 */
export const redeemPayouts = (file: string, flags: SendFlags): Promise<ExitCode> =>
  atVenue(file, 'nothing to redeem', async (venue, { config }) => {
    if (venue.redemption === undefined)
      throw new ExitError(ExitCode.REFUSED, `the venue ${config.venue.name} pays results by itself: nothing has to be redeemed`)
    const redemption = await venue.redemption(await venue.wallet())
    const found = await redemption.list()
    return sendEach(
      { found, send: one => redemption.redeem(one), lineOf, documentOf, field: 'markets', words: wordsFor(found) },
      flags,
    )
  })

const wordsFor = ({ length }: readonly Redeemable[]) => ({
  nothing: 'nothing to redeem',
  listed: 'to redeem',
  question: `Redeem ${length === 1 ? 'it' : 'them'}?`,
  done: 'redeemed',
  failed: 'NOT redeemed',
})

const lineOf = ({ market, question, payout }: Redeemable): string =>
  `${exactDigits(payout)} USDT of market ${market} (${question})`

const documentOf = ({ market, question, shares, payout }: Redeemable): object => ({
  market,
  question,
  shares: { yes: exactDigits(shares.yes), no: exactDigits(shares.no) },
  payout: exactDigits(payout),
})
