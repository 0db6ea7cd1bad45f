import { PREDICT_LIMITS } from '../../model/call-limit.js'
import { PROFILES } from '../../model/venue-profiles.js'
import { createDecoder } from '../../protocol/decode.js'
import { readAssetPrice } from '../../protocol/read-asset-price.js'
import type { VenueDefinition } from '../venue-definition.js'
import { beside, chainId, config } from './predict-config.js'

/** The venue Predict.fun, and the exchange of this package, which has the same protocol. */
export const venue: VenueDefinition<typeof config> = {
  name: 'predict',
  version: 1,
  config,
  windows: PREDICT_LIMITS,
  profile: PROFILES.predict,
  decoder: createDecoder,
  readPrice: readAssetPrice,
  // Imported lazily: signers and sockets take a while to load, and checking a config does not need them.
  open: async (config, parts) => (await import('./open-predict.js')).openPredict(config, parts),
  embedded: {
    beside,
    config: ({ privateKey, ...place }) => ({
      ...place,
      chainId: chainId.parse(place.chainId),
      ...(privateKey !== null && { privateKey }),
    }),
  },
}
