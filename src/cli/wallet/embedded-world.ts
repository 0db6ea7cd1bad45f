import { dirname, resolve } from 'node:path'
import type { CrowdOptions, ExchangeOptions } from '../../exchange.js'
import type { EmbeddedPlace } from '../../venues/venue-definition.js'
import { complaint, type LoadedConfig } from '../config/config.js'
import type { EmbeddedVenue } from '../config/config-schema.js'
import { liveCrowd } from '../config/live-crowd.js'

/** The chain of every paper exchange. Nothing signed for it is valid on the main chain. */
export const PAPER_CHAIN = 97

/** The options of an embedded exchange, except its data, accounts, log and clock, which the caller sets. */
export type EmbeddedWorld = Omit<ExchangeOptions, 'data' | 'log' | 'clock' | 'timers'>

/**
 * The world of a config's embedded exchange: that of its world file, or the default. Fields of the config itself take precedence, as does a recording
 * chosen on the command line. Rejects with an `ExitError` if the file is wrong or does not suit a run.
 */
export async function embeddedWorld(
  loaded: LoadedConfig,
  embedded: EmbeddedVenue,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<EmbeddedWorld> {
  const { data: _, ...world } = await namedWorld(loaded, embedded, environment)
  const { settlementMs, settlementFailPercent, rounds, crowd, seed } = embedded
  const isWritten = (field: string): boolean => loaded.source.document.hasIn(['venue', 'embedded', field])
  return {
    ...world,
    chainId: PAPER_CHAIN,
    seed: isWritten('seed') ? seed : (world.seed ?? seed),
    crowd:
      isWritten('crowd') || crowd.kind === 'recorded'
        ? crowdOf(loaded, crowd, environment)
        : (world.crowd ?? { kind: 'synthetic' }),
    ...(settlementMs !== undefined && { settlementMs }),
    ...(settlementFailPercent !== undefined && { settlementFailPercent }),
    ...(rounds !== undefined && { rounds, markets: [], programme: { series: [] } }),
  }
}

function crowdOf(
  { source, config }: LoadedConfig,
  crowd: EmbeddedVenue['crowd'],
  environment: Readonly<Record<string, string | undefined>>,
): CrowdOptions {
  if (crowd.kind !== 'live') return crowd
  const { startWithinSeconds } = config.venue
  return liveCrowd(crowd, { source, path: ['venue', 'embedded', 'crowd'], environment, startWithinSeconds })
}

/** The code that reads world files is loaded only if one is named. */
async function namedWorld(
  { source }: LoadedConfig,
  { worldFile, crowd }: EmbeddedVenue,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<ExchangeOptions> {
  if (worldFile === undefined) {
    const { DEFAULT_RECORDED_WORLD, DEFAULT_WORLD } = await import('../../exchange/server/default-world.js')
    return crowd.kind === 'recorded' || crowd.kind === 'live' ? DEFAULT_RECORDED_WORLD : DEFAULT_WORLD
  }
  const { loadWorld } = await import('../config/load-world.js')
  const world = loadWorld(resolve(dirname(source.file), worldFile), environment)
  if (world.chainId === undefined || world.chainId === PAPER_CHAIN) return world
  const place = ['venue', 'embedded', 'worldFile']
  throw complaint(
    source,
    place,
    `expected a world of chain ${PAPER_CHAIN}, on which runs on paper sign, found ${world.chainId}`,
  )
}

/** The venue's config for an embedded exchange. Throws an `ExitError` of code 2 if the venue has none. */
export function embeddedStanza({ definition, source }: LoadedConfig, place: EmbeddedPlace): unknown {
  if (definition.embedded === undefined)
    throw complaint(source, ['venue', 'embedded'], `venue ${definition.name} has no embedded exchange`)
  return definition.embedded.config(place)
}
