import { addressFault } from '../../protocol/address-fault.js'
import { OPERATIONS } from '../../protocol/api/operations.js'
import { requestOf } from '../../protocol/api/request-of.js'
import { createSigner, type Signer } from '../../protocol/sign.js'
import type { OpenVenue, VenueHost, VenueParts } from '../venue-definition.js'
import { VenueError } from '../venue-error.js'
import { createRest, type RestRequest } from '../wires/rest.js'
import type { PredictConfig } from './predict-config.js'
import { createPredictVenue } from './predict-venue.js'
import { createRemover } from './remover.js'
import { VENUE } from './topics.js'

const MAIN_CHAIN = 56

/** Creates the venue from its config. Throws if one of its secrets cannot be read. */
export function openPredict(config: PredictConfig, parts: VenueParts): OpenVenue {
  const { wires, timings, onNotice } = parts
  const addresses = addressesOf(config)
  const apiKey = config.apiKey === undefined ? '' : parts.secret(config.apiKey, 'apiKey')
  const venue = createPredictVenue({ ...addresses, apiKey, clock: wires.clock, wires, timings, onNotice })
  let known: Signer | null = null
  const signer = (): Signer => {
    const { chainId = MAIN_CHAIN } = config
    known ??= createSigner({ privateKey: privateKeyOf(config, parts), chainId, account: accountOf(config, parts) })
    return known
  }
  return {
    ...venue,
    hosts: hostsOf(addresses, apiKey, wires),
    wallet: () => ({ account: signer().address, signer: signer() }),
    examine: async options => {
      const { examine } = await import('./checkup/examine.js')
      return examine({ ...addresses, apiKey, wires, timings, signer: signer() }, options)
    },
    remover: options =>
      createRemover({
        ...options,
        ...{ baseUrl: addresses.baseUrl, apiKey, clock: wires.clock, openHttp: wires.openHttp },
        // A key outside the config is read only by the process that signs.
        signer: typeof config.privateKey === 'string' ? async () => signer() : null,
      }),
  }
}

type Addresses = Record<'baseUrl' | 'wsUrl' | 'rpcUrl', string>

function addressesOf({ baseUrl, wsUrl, rpcUrl }: PredictConfig): Addresses {
  if (baseUrl === undefined || wsUrl === undefined || rpcUrl === undefined)
    throw new VenueError('expected baseUrl, wsUrl and rpcUrl', { venue: VENUE, retryable: false })
  return { baseUrl, wsUrl, rpcUrl }
}

function privateKeyOf({ privateKey, keystore, passphrase }: PredictConfig, parts: VenueParts): string {
  if (keystore !== undefined)
    return parts.keystore(keystore, passphrase === undefined ? null : parts.secret(passphrase, 'passphrase'))
  if (privateKey === undefined) throw new VenueError('expected privateKey or keystore', { venue: VENUE, retryable: false })
  const key = parts.secret(privateKey, 'privateKey')
  if (!/^0x[0-9a-fA-F]{64}$/.test(key)) throw parts.complaint('privateKey', 'expected 0x and 64 hex digits')
  return key
}

/**
 * The schema checks the form of the address. Its checksum is checked here, so that commands which only read a config need not load the code for
 * checksums.
 */
function accountOf({ account }: PredictConfig, parts: VenueParts): string | undefined {
  const fault = account === undefined ? null : addressFault(account)
  if (fault !== null) throw parts.complaint('account', fault)
  return account
}

/** A host's name without its path: a node's path often contains its key. */
function hostsOf({ baseUrl, rpcUrl }: Addresses, apiKey: string, wires: VenueParts['wires']): readonly VenueHost[] {
  const ask = (field: string, url: string, request: RestRequest): VenueHost => ({
    field,
    name: new URL(url).host,
    silence: async () => {
      const rest = createRest({ baseUrl: url, venue: VENUE, openHttp: wires.openHttp })
      const answer = await rest.request(request)
      void rest.close()
      return answer.kind === 'failed' ? answer.error.message : null
    },
  })
  const headers = apiKey === '' ? {} : { 'x-api-key': apiKey }
  return [
    ask('baseUrl', baseUrl, { ...requestOf(OPERATIONS.getMarkets, { first: 1 }), headers }),
    ask('rpcUrl', rpcUrl, { method: 'POST', path: '', body: CHAIN_ID }),
  ]
}

const CHAIN_ID = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
