import { exactDigits } from '../../protocol/exact-digits.js'
import { ExitCode, ExitError } from '../config/exit.js'
import { type ConversionStep, conversionSteps } from './conversion-steps.js'
import { readAmount } from './read-amount.js'
import { atVenue, type SendFlags, sendEach } from './send-each.js'
import { whileIdle } from './while-idle.js'

/** Options beside the config. */
export interface ConvertFlags extends SendFlags {
  readonly home: string
  readonly group?: string
  readonly shares?: string
}

/**
 * Lists the NO of neg-risk groups that the wallet holds and that no open order sells, and turns it into YES of the other markets and cash. Not beside a
 * daemon: it would sell the shares in the meantime.
 */
export const convertShares = (file: string, flags: ConvertFlags): Promise<ExitCode> =>
  atVenue(file, 'nothing to convert', async (venue, loaded) => {
    if (venue.conversions === undefined)
      throw new ExitError(ExitCode.REFUSED, `at the venue ${loaded.config.venue.name} a wallet cannot convert shares`)
    if (flags.shares !== undefined && flags.group === undefined)
      throw new ExitError(ExitCode.USAGE, '--shares is for one group: expected --group beside it')
    const most =
      flags.shares === undefined ? null : readAmount('--shares', flags.shares, 'a number of shares above 0 such as 20')
    const wallet = await venue.wallet()
    const conversions = await venue.conversions(wallet)
    const begin = async (): Promise<ExitCode> => {
      const groups = (await conversions.list()).filter(({ group }) => flags.group === undefined || flags.group === group)
      const found = groups.flatMap(of => conversionSteps(of, most))
      if (most !== null && found.length === 0)
        throw new ExitError(
          ExitCode.REFUSED,
          `no two markets of group ${flags.group} have ${exactDigits(most)} NO each that no open order sells`,
        )
      const send = ({ of, markets, shares }: ConversionStep): Promise<string> =>
        conversions.convert({ group: of.group, markets, shares })
      return sendEach({ found, send, lineOf, documentOf, field: 'conversions', words: WORDS }, flags)
    }
    return flags.dryRun === true ? begin() : whileIdle({ ...flags, loaded, wallet }, begin)
  })

function lineOf({ of, markets, shares, yes, cash }: ConversionStep): string {
  const others = of.size - markets.length
  const and = others === 0 ? '' : ` and ${exactDigits(yes)} YES of each of the ${others} other markets`
  const fee = of.feeBps === 0 ? '' : `, after a fee of ${of.feeBps / 100} %`
  return `${exactDigits(shares)} NO of each of the markets ${markets.join(', ')} of group ${of.group} (${of.title}) into ${exactDigits(cash)} USDT${and}${fee}`
}

const documentOf = ({ of, markets, shares, yes, cash }: ConversionStep): object => ({
  group: of.group,
  markets,
  shares: exactDigits(shares),
  cash: exactDigits(cash),
  yes: exactDigits(yes),
  feeBps: of.feeBps,
})

const WORDS = {
  nothing: 'nothing to convert: no two markets of a neg-risk group have NO that no open order sells',
  listed: 'to be converted',
  question: 'Convert?',
  done: 'converted',
  failed: 'NOT converted',
}
