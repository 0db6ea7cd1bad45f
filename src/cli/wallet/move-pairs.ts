import { Wei } from '../../model/money.js'
import { exactDigits } from '../../protocol/exact-digits.js'
import type { PairedMarket, Pairs } from '../../venues/pairs.js'
import type { OpenVenue, VenueAccount } from '../../venues/venue-definition.js'
import type { LoadedConfig } from '../config/config.js'
import { ExitCode, ExitError } from '../config/exit.js'
import { readAmount } from './read-amount.js'
import { atVenue, type SendFlags, sendEach } from './send-each.js'
import { expectNoOrders, whileIdle } from './while-idle.js'

/** Options beside the config. */
export interface MergeFlags extends SendFlags {
  readonly home: string
  readonly market?: string
  readonly pairs?: string
}

export interface SplitFlags extends MergeFlags {
  readonly market: string
  readonly pairs: string
}

/** Pairs of one market to be moved. */
interface Move {
  readonly of: PairedMarket
  readonly pairs: Wei
}

/**
 * Lists the pairs of YES and NO that the wallet holds and that no open order sells, and turns them into cash, market by market. Not beside a daemon: it
 * would sell the shares in the meantime.
 */
export const mergePairs = (file: string, flags: MergeFlags): Promise<ExitCode> =>
  withPairs(file, flags, async ({ pairs }) => {
    if (flags.pairs !== undefined && flags.market === undefined)
      throw new ExitError(ExitCode.USAGE, '--pairs is for one market: expected --market beside it')
    const most = flags.pairs === undefined ? null : pairsOf(flags.pairs)
    const all = (await pairs.list()).filter(({ market }) => flags.market === undefined || flags.market === market)
    const found = all.map(of => ({ of, pairs: most ?? pairsIn(of.free) })).filter(move => move.pairs > 0n)
    for (const { of } of found) expectHeld(of, most)
    if (most !== null && found.length === 0)
      throw new ExitError(ExitCode.REFUSED, `the wallet holds no pairs of market ${flags.market}`)
    const send = ({ of, pairs: count }: Move): Promise<string> => pairs.merge(of.market, count)
    return sendEach({ found, send, lineOf: mergeLine, documentOf, field: 'markets', words: MERGE_WORDS }, flags)
  })

/** Turns cash into pairs of a market. Not beside a daemon or open orders, which may need the cash. */
export const splitCash = (file: string, flags: SplitFlags): Promise<ExitCode> =>
  withPairs(file, flags, async ({ pairs, venue, wallet }) => {
    const count = pairsOf(flags.pairs)
    if (flags.dryRun !== true) await expectNoOrders(venue, wallet, 'they may need the cash')
    const found = [{ of: await pairs.market(flags.market), pairs: count }]
    const send = ({ of }: Move): Promise<string> => pairs.split(of.market, count)
    return sendEach({ found, send, lineOf: splitLine, documentOf, field: 'markets', words: SPLIT_WORDS }, flags)
  })

interface Moving {
  readonly pairs: Pairs
  readonly venue: OpenVenue
  readonly wallet: VenueAccount
}

const withPairs = (file: string, flags: MergeFlags, work: (moving: Moving) => Promise<ExitCode>): Promise<ExitCode> =>
  atVenue(file, 'no pairs to move', async (venue: OpenVenue, loaded: LoadedConfig) => {
    if (venue.pairs === undefined)
      throw new ExitError(ExitCode.REFUSED, `at the venue ${loaded.config.venue.name} a wallet cannot move pairs of shares`)
    const wallet = await venue.wallet()
    const pairs = await venue.pairs(wallet)
    const begin = (): Promise<ExitCode> => work({ pairs, venue, wallet })
    return flags.dryRun === true ? begin() : whileIdle({ ...flags, loaded, wallet }, begin)
  })

const pairsOf = (text: string): Wei => readAmount('--pairs', text, 'a number of pairs above 0 such as 20')

const pairsIn = ({ yes, no }: PairedMarket['shares']): Wei => Wei.min(yes, no)

function expectHeld(of: PairedMarket, most: Wei | null): void {
  const free = pairsIn(of.free)
  if (most === null || most <= free) return
  const what = `--pairs: expected at most ${exactDigits(free)} for market ${of.market}, found ${exactDigits(most)}`
  throw new ExitError(ExitCode.REFUSED, `${what}${soldWords(of)}`)
}

function soldWords({ shares, free }: PairedMarket): string {
  const sold = Wei.sub(pairsIn(shares), pairsIn(free))
  return sold === 0n ? '' : ` (open orders sell shares of ${exactDigits(sold)} more)`
}

const mergeLine = ({ of, pairs }: Move): string =>
  `${exactDigits(pairs)} pairs of market ${of.market} (${of.question}) into ${exactDigits(pairs)} USDT${soldWords(of)}`

const splitLine = ({ of, pairs }: Move): string =>
  `${exactDigits(pairs)} USDT into ${exactDigits(pairs)} pairs of market ${of.market} (${of.question}), by two transactions if the allowance for it is missing`

const MERGE_WORDS = {
  nothing: 'no pairs to turn into cash',
  listed: 'to be turned into cash',
  question: 'Turn them into cash?',
  done: 'turned',
  failed: 'NOT turned',
}

const SPLIT_WORDS = {
  nothing: '',
  listed: 'to be turned',
  question: 'Turn it into pairs?',
  done: 'turned',
  failed: 'NOT turned',
}

const documentOf = ({ of: { market, question, shares }, pairs }: Move): object => ({
  market,
  question,
  shares: { yes: exactDigits(shares.yes), no: exactDigits(shares.no) },
  pairs: exactDigits(pairs),
})
