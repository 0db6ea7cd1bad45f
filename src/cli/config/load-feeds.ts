import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { z } from 'zod'
import type { FeedDefinition } from '../../feeds/feed-definition.js'
import type { ConfiguredFeed } from '../../feeds/open-feeds.js'
import { type FeedToRead, readerOf } from '../../feeds/reader-of.js'
import type { LoggedFeed } from '../../recording/log/log-record.js'
import type { VenueDefinition } from '../../venues/venue-definition.js'
import { checked, complaint, type LoadedConfig } from './config.js'
import { ExitError } from './exit.js'
import { A_SCHEMA, A_TEXT, aFunction, EXTENSION, loadPlugin, type PluginKind, pluginPlace } from './load-plugin.js'
import { pluginFault } from './plugin-fault.js'
import { readVenue } from './read-venue.js'

type Definition = FeedDefinition<z.ZodType>

/** The feeds of this package. Each is loaded when it is used. */
const BUILT_IN: Readonly<Record<string, () => Promise<object>>> = {
  binance: () => import('../../feeds/binance.js'),
  market: () => import('../../feeds/market.js'),
  venue: () => import('../../feeds/venue.js'),
}

const FEED: PluginKind<Definition> = {
  noun: 'feed',
  exportName: 'feed',
  builtIn: {
    names: () => Object.keys(BUILT_IN),
    fileOf: name => fileURLToPath(new URL(`../../feeds/${name}${EXTENSION}`, import.meta.url)),
    load: async name => BUILT_IN[name]?.(),
  },
  interfaceVersion: 1,
  expected: {
    name: A_TEXT,
    config: A_SCHEMA,
    open: aFunction('connects'),
    reader: aFunction('makes what reads its texts'),
  },
}

/** Loads a feed by name, path or package, seen from `folder`. Rejects with an `ExitError` of code 2. */
export const loadFeed = (source: string, folder: string): Promise<Definition> => loadPlugin(FEED, source, folder)

/** A loaded feed of a config, with what an input log records of it. */
export interface LoadedFeed extends ConfiguredFeed, LoggedFeed {
  /** The file or the folder of its code, as stacks show it. */
  readonly place: string
}

/** Loads the `feeds` of a config, seen from its folder. Rejects with an `ExitError` of code 2 that names file and line. */
export async function loadFeeds(
  { config, source, definition: venue }: LoadedConfig,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<readonly LoadedFeed[]> {
  const folder = resolve(source.file, '..')
  const feeds: LoadedFeed[] = []
  for (const [name, { source: from, silentMaxMs, ...rest }] of Object.entries(config.feeds)) {
    const definition = await loadFeed(from, folder).catch((error: unknown) => {
      throw error instanceof ExitError ? complaint(source, ['feeds', name, 'source'], error.message) : error
    })
    if (from === 'venue' && venue.readPrice === undefined)
      throw complaint(source, ['feeds', name, 'source'], `the venue ${venue.name} publishes no prices`)
    const missing = variablesOf(rest).find(({ env }) => (environment[env] ?? '') === '')
    if (missing !== undefined)
      throw complaint(source, ['feeds', name, missing.field], `expected the variable ${missing.env} to be set, found nothing`)
    const feed = { name, definition, config: checked(source, definition.config, rest, ['feeds', name]) }
    const fault = await readerFault(feed, venue, from)
    if (fault !== null) throw complaint(source, ['feeds', name, 'source'], `the feed cannot read messages: ${fault}`)
    const place = await pluginPlace(FEED, from, folder)
    feeds.push({ ...feed, place, silentMaxMs, source: from, folder: Object.hasOwn(BUILT_IN, from) ? null : folder })
  }
  return feeds
}

/** Why the reader of a feed cannot be created, which a run does after its start; null: it can. */
async function readerFault(feed: FeedToRead, venue: VenueDefinition, place: string): Promise<string | null> {
  try {
    readerOf(feed, readVenue(venue))
    return null
  } catch (error) {
    return pluginFault(error, place)
  }
}

/** What an input log records of a feed, so that a replay can load its reader. */
export const loggedFeed = ({ name, source, folder, config }: LoadedFeed): LoggedFeed => ({ name, source, folder, config })

/** Environment variables that fields name: `{ env: NAME }`. */
const variablesOf = (fields: Readonly<Record<string, unknown>>): readonly { readonly field: string; readonly env: string }[] =>
  Object.entries(fields).flatMap(([field, value]) =>
    typeof value === 'object' && value !== null && 'env' in value && typeof value.env === 'string'
      ? [{ field, env: value.env }]
      : [],
  )
