import type { StanzaMarket } from '../../runtime/markets-at-start.js'
import { type Patience, patientRead } from '../../runtime/patient-read.js'
import type { TradingGateway } from '../../venues/venue-definition.js'
import type { Config } from '../config/config-schema.js'
import type { Stanza } from '../config/load-stanzas.js'
import type { KeeperPipe } from './keeper-pipe.js'

interface Introduction {
  readonly keeper: KeeperPipe
  readonly gateway: TradingGateway
  readonly config: Pick<Config, 'unattendedMaxMs' | 'limits'>
  readonly orderLifeSeconds: number
  readonly epoch: number
  readonly logFile: string
  readonly patience: Patience
}

/** Tells the keeper which market has which strategy, before these are created: one that does not return is then named. */
export function introduceMarkets(keeper: KeeperPipe, stanzas: readonly Stanza[], markets: readonly StanzaMarket[]): void {
  for (const { market, stanza } of markets) {
    const strategy = stanza === null ? null : (stanzas[stanza]?.strategy ?? null)
    keeper.say({ kind: 'joined', index: market.index, id: market.id, strategy })
  }
}

/**
 * Tells the keeper what it needs to remove the orders that will be placed. Resolves with a function that keeps the keeper's login fresh, to be called
 * regularly; for a venue without logins it does nothing. Rejects with a VenueError if the venue gives no login.
 */
export async function introduce({
  keeper,
  gateway,
  config,
  orderLifeSeconds,
  epoch,
  logFile,
  patience,
}: Introduction): Promise<() => void> {
  const { unattendedMaxMs, limits } = config
  const { clockOffsetMaxMs } = limits
  keeper.say({ kind: 'hello', epoch, unattendedMaxMs, orderLifeSeconds, clockOffsetMaxMs, logFile })
  let told: string | null = null
  const renew = async (): Promise<void> => {
    const token = (await gateway.watcherToken?.()) ?? null
    if (token !== null && token !== told) keeper.say({ kind: 'login', token })
    told = token
  }
  await patientRead(renew, patience)
  // The keeper's login is valid for another fifth of its life, and the next call tries again.
  return () => void renew().catch(() => undefined)
}
