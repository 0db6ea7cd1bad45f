import type { CrowdOptions } from '../../exchange.js'
import { resolveSecret } from './config.js'
import type { ConfigSource } from './config-error.js'
import type { LiveCrowdConfig } from './live-crowd-schema.js'

/** The place of a crowd in its file, and the environment from which secrets are read. */
export interface LiveCrowdPlace {
  readonly source: ConfigSource
  readonly path: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Used if the crowd itself does not say how long its venue is asked at the start. */
  readonly startWithinSeconds?: number
}

/** Makes the options of a crowd that follows a venue. Throws an `ExitError` with code 2 if its key is missing. */
export function liveCrowd(
  { kind, baseUrl, wsUrl, apiKey, markets, startWithinSeconds, ...live }: LiveCrowdConfig,
  { source, path, environment, ...place }: LiveCrowdPlace,
): CrowdOptions {
  const within = startWithinSeconds ?? place.startWithinSeconds
  return {
    kind,
    ...live,
    source: {
      baseUrl,
      wsUrl,
      apiKey: apiKey === undefined ? '' : resolveSecret(source, [...path, 'apiKey'], apiKey, environment),
      markets: Array.isArray(markets) ? markets.map(String) : markets,
      ...(within !== undefined && { startWithinSeconds: within }),
    },
  }
}
