import type { Market } from '../../model/market.js'
import type { OpenVenue, TradingGateway, VenueAccount } from '../../venues/venue-definition.js'
import { ExitCode, ExitError } from '../config/exit.js'

export interface ReadyOptions {
  readonly venue: OpenVenue
  readonly wallet: VenueAccount
  readonly gateway: TradingGateway
  readonly markets: readonly Market[]
  /** The config's file, for the command that helps. */
  readonly file: string
}

/**
 * Before the first order: a finding about the wallet is clearer than the refusal of each order. Rejects with an `ExitError` of code 3, or with a
 * `VenueError` if the wallet could not be read.
 */
export async function expectReady(options: ReadyOptions): Promise<void> {
  const missing = await options.gateway.preflight(options.markets)
  if (missing.length === 0) return
  const hint = (await lacksApproval(options)) ? `; "oddsmith approve ${options.file}" gives the approvals` : ''
  throw new ExitError(ExitCode.REFUSED, `this wallet cannot trade yet: ${missing.join('; ')}${hint}`)
}

/** A read that fails here must not hide what was found. */
async function lacksApproval({ venue, wallet, markets }: ReadyOptions): Promise<boolean> {
  try {
    const approvals = await venue.approvals?.(wallet)
    const found = (await approvals?.list(markets)) ?? []
    return found.some(({ use, allowed }) => use === 'trade' && allowed === 0n)
  } catch {
    return false
  }
}
