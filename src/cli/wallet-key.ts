import { resolve } from 'node:path'
import { createSigner, type Signer } from '../protocol/sign.js'
import { complaint, type LoadedConfig, resolveSecret } from './config.js'
import { openKeystore } from './keystore.js'

type Environment = Readonly<Record<string, string | undefined>>

const MAIN_CHAIN = 56

/** The signer a config of a venue elsewhere names, by its key or its keystore. Throws an `ExitError` with code 2. */
export function walletSigner(loaded: LoadedConfig, environment: Environment): Signer {
  const { account, chainId } = loaded.config.venue
  return createSigner({ privateKey: privateKeyOf(loaded, environment), chainId: chainId ?? MAIN_CHAIN, account })
}

function privateKeyOf({ config, source }: LoadedConfig, environment: Environment): string {
  const { privateKey, keystore, passphrase } = config.venue
  if (keystore !== undefined) {
    const opens = passphrase === undefined ? null : resolveSecret(source, ['venue', 'passphrase'], passphrase, environment)
    return openKeystore(resolve(source.file, '..', keystore), opens)
  }
  if (privateKey === undefined) throw complaint(source, ['venue'], 'expected privateKey or keystore')
  const key = resolveSecret(source, ['venue', 'privateKey'], privateKey, environment)
  if (!/^0x[0-9a-fA-F]{64}$/.test(key)) throw complaint(source, ['venue', 'privateKey'], 'expected 0x and 64 hex digits')
  return key
}
