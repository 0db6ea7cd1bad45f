import { plural } from '../../model/counted.js'
import { Wei } from '../../model/money.js'
import { exactDigits } from '../../protocol/exact-digits.js'
import { choicesNow } from '../../runtime/markets-at-start.js'
import { createSystemClock } from '../../runtime/system-clock.js'
import { type Allowed, type Approval, type Approvals, allowedText } from '../../venues/approvals.js'
import type { OpenVenue } from '../../venues/venue-definition.js'
import { marketsWantedOf } from '../config/assign-markets.js'
import type { LoadedConfig } from '../config/config.js'
import { ExitCode, ExitError } from '../config/exit.js'
import { readAmount } from './read-amount.js'
import { atVenue, type SendFlags, sendEach } from './send-each.js'
import { expectNoOrders, whileIdle } from './while-idle.js'

/** Options beside the config. */
export interface ApproveFlags extends SendFlags {
  readonly home: string
  readonly amount?: string
  readonly all?: boolean
  readonly revoke?: boolean
}

/** One approval to be set. */
interface Change {
  readonly one: Approval
  readonly allowed: Allowed
}

/**
 * Lists the approvals that the markets of a config need and the wallet has not given, and gives them one by one, also beside a running daemon. `revoke`
 * takes all back: not from a daemon or an open order, because a match without its approval fails to settle.
 */
export async function setApprovals(file: string, flags: ApproveFlags): Promise<ExitCode> {
  const limit = limitOf(flags)
  return atVenue(file, 'nothing to approve', async (venue, loaded) => {
    if (venue.approvals === undefined)
      throw new ExitError(ExitCode.REFUSED, `the venue ${loaded.config.venue.name} needs no approvals`)
    const wallet = await venue.wallet()
    const approvals = await venue.approvals(wallet)
    const change = (found: readonly Change[]): Promise<ExitCode> =>
      sendEach(
        {
          ...{ found, lineOf, documentOf, field: 'approvals', words: wordsFor(flags) },
          send: ({ one, allowed }) => approvals.set(one, allowed),
        },
        flags,
      )
    if (flags.revoke !== true) return change(await missing(approvals, limit, await wanted(venue, loaded, flags)))
    if (flags.dryRun === true) return change(await given(approvals))
    return whileIdle({ ...flags, loaded, wallet }, async () => {
      await expectNoOrders(venue, wallet, 'their fills could not settle without approvals')
      return change(await given(approvals))
    })
  })
}

function limitOf({ amount, all, revoke }: ApproveFlags): Allowed {
  if (revoke === true && (amount !== undefined || all === true))
    throw new ExitError(ExitCode.USAGE, '--revoke takes back every approval: it goes without --amount and --all')
  if (amount === undefined) return 'unlimited'
  return readAmount('--amount', amount, 'an amount of USDT above 0 such as 500')
}

/** null: markets of any kind. */
async function wanted(venue: OpenVenue, loaded: LoadedConfig, { all }: ApproveFlags) {
  if (all === true) return null
  const choices = await choicesNow(venue, marketsWantedOf(loaded), createSystemClock())
  const markets = choices.filter(({ stanza }) => stanza !== null).map(({ offer }) => offer.market)
  if (markets.length === 0)
    throw new ExitError(
      ExitCode.FAILED,
      'the venue has no open market that this config asks for now; --all approves the contracts of every kind of market',
    )
  return markets
}

async function given(approvals: Approvals): Promise<readonly Change[]> {
  const found = await approvals.list(null)
  return found.filter(({ allowed }) => allowed !== 0n).map(one => ({ one, allowed: Wei.ZERO }))
}

async function missing(
  approvals: Approvals,
  limit: Allowed,
  markets: Parameters<Approvals['list']>[0],
): Promise<readonly Change[]> {
  const found = await approvals.list(markets)
  return found
    .filter(({ use, what, allowed }) => use === 'trade' && isLess(allowed, what === 'cash' ? limit : 'unlimited'))
    .map(one => ({ one, allowed: one.what === 'cash' ? limit : 'unlimited' }))
}

/** An amount beside `unlimited` is a limit that was chosen before: the list shows both. */
const isLess = (allowed: Allowed, limit: Allowed): boolean =>
  allowed !== 'unlimited' && (limit === 'unlimited' || allowed < limit)

const wordsFor = ({ revoke }: ApproveFlags) =>
  revoke === true
    ? {
        nothing: 'nothing to take back',
        listed: 'to take back',
        question: 'Take back?',
        done: 'took back',
        failed: 'NOT taken back',
      }
    : { nothing: 'nothing to approve', listed: 'to approve', question: 'Approve?', done: 'approved', failed: 'NOT approved' }

function lineOf({ one: { what, token, spender, name, markets, allowed: now }, allowed }: Change): string {
  const where = markets.length === 0 ? '' : `, for ${plural(markets.length, 'market')} ${markets.join(', ')}`
  if (what === 'shares')
    return `shares of ${token} ${allowed === 0n ? 'from' : 'to'} ${name} ${spender}${allowed === 0n ? '' : ', all of them'}${where}`
  if (allowed === 0n) return `USDT from ${name} ${spender}, which may take ${allowedText(now)}`
  return `USDT to ${name} ${spender}, ${allowedText(allowed)} (now ${allowedText(now)})${where}`
}

const documentOf = ({ one: { what, token, spender, name, markets, allowed: now }, allowed }: Change): object => ({
  ...{ what, token, spender, name, markets },
  now: digitsOf(now),
  wanted: digitsOf(allowed),
})

const digitsOf = (allowed: Allowed): string => (allowed === 'unlimited' ? allowed : exactDigits(allowed))
