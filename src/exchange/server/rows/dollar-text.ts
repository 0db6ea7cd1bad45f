import { formatUnits } from 'viem/utils'
import type { Wei } from '../../../model/money.js'

/** An amount of dollars as text: at most `decimals` decimals, cut towards zero, without trailing zeros or an exponent. */
export const dollarText = (amount: Wei, decimals = 6): string => formatUnits(amount / 10n ** BigInt(18 - decimals), decimals)
