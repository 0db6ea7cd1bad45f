import { dirname, resolve } from 'node:path'
import type { CrowdOptions, ExchangeOptions } from '../../exchange.js'
import type { EmbeddedPlace } from '../../venues/venue-definition.js'
import { complaint, type LoadedConfig } from '../config/config.js'
import type { EmbeddedVenue } from '../config/config-schema.js'
import { liveCrowd } from '../config/live-crowd.js'

/** The chain of every exchange on paper: nothing that is signed for it is valid on the main chain. */
export const PAPER_CHAIN = 97

/** What an embedded exchange is like; where it keeps its data, who has money there and who is told is for the caller to say. */
export type EmbeddedWorld = Omit<ExchangeOptions, 'data' | 'log' | 'clock' | 'timers'>

/**
 * The world of a config's embedded exchange: that of its world file, or else the default one. What stands in the config itself wins, and a recording
 * that was chosen on the command line. Rejects with an `ExitError` where the file is wrong, or cannot be the world of a run.
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

/** The code that reads it is loaded where there is one to read. */
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

/** What a config's venue is opened with at an embedded exchange. Throws an `ExitError` of code 2 where it cannot be opened there. */
export function embeddedStanza({ definition, source }: LoadedConfig, place: EmbeddedPlace): unknown {
  if (definition.embedded === undefined)
    throw complaint(source, ['venue', 'embedded'], `venue ${definition.name} has no embedded exchange`)
  return definition.embedded.config(place)
}
