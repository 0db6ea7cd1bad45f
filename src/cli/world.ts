import { createSigner, type Signer } from '../protocol/sign.js'
import type { LoadedConfig } from './config.js'
import { PAPER_CHAIN } from './paper-chain.js'
import { openPlace, type Place, type PlaceOptions } from './place.js'
import { walletSigner } from './wallet-key.js'

/** Where orders are placed or removed, and by which wallet. */
export interface World extends Pick<Place, 'mode' | 'baseUrl' | 'wsUrl' | 'rpcUrl' | 'apiKey' | 'folder'> {
  readonly signer: Signer
}

/** Takes the wallet of a config and, on paper, starts its exchange. Rejects with an `ExitError`. */
export async function openWorld(options: PlaceOptions): Promise<World & Pick<Place, 'close'>> {
  const place = await openPlace(options, () => walletSigner(options.loaded, options.environment).address)
  return { ...place, signer: worldSigner(options.loaded, place, options.environment) }
}

/** The signer of a place: on paper by the key of its wallet, elsewhere by what the config names. Throws an `ExitError` with code 2. */
export function worldSigner(
  loaded: LoadedConfig,
  { privateKey }: Pick<Place, 'privateKey'>,
  environment: Readonly<Record<string, string | undefined>>,
): Signer {
  return privateKey === null ? walletSigner(loaded, environment) : createSigner({ privateKey, chainId: PAPER_CHAIN })
}
