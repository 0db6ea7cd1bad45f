import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import { createPriceFeeds } from '../../exchange/server/prices/price-feed.js'
import type { CrowdOptions, ExchangeOptions } from '../../exchange.js'
import { reasonOf } from '../../model/reason-of.js'
import { fault, type WrittenFault } from '../../protocol/api/schemas-faults.js'
import { checked, complaint, loadSource, resolveSecret } from './config.js'
import type { ConfigSource } from './config-error.js'
import { ExitCode, ExitError } from './exit.js'
import { expectKind } from './expect-kind.js'
import { type LiveCrowdPlace, liveCrowd } from './live-crowd.js'
import { worldSchema } from './world-schema.js'

/**
 * Reads a world file, the options of an exchange. Paths in it are relative to its own folder. Throws an `ExitError` with code 2 that names file,
 * line, the expected and the found value.
 */
export function loadWorld(file: string, environment: Readonly<Record<string, string | undefined>>): ExchangeOptions {
  const source = loadSource(file, 'world file')
  expectKind(source, 'world')
  const world = checked(source, worldSchema, source.document.toJS() ?? {}, [])
  const { apiKey, adminToken, crowd, data, ...plain } = world
  const folder = dirname(file)
  expectFeeds(source, plain)
  return {
    ...plain,
    ...(data !== undefined && { data: data === ':memory:' ? data : resolve(folder, data) }),
    ...(apiKey !== undefined && { apiKey: resolveSecret(source, ['apiKey'], apiKey, environment) }),
    ...(adminToken !== undefined && { adminToken: resolveSecret(source, ['adminToken'], adminToken, environment) }),
    ...(crowd !== undefined && { crowd: crowdOf(crowd, { source, folder, environment }) }),
  }
}

interface CrowdPlace extends Pick<LiveCrowdPlace, 'source' | 'environment'> {
  readonly folder: string
}

function crowdOf(
  crowd: NonNullable<z.output<typeof worldSchema>['crowd']>,
  { source, folder, environment }: CrowdPlace,
): CrowdOptions {
  if (crowd.kind === 'live') return liveCrowd(crowd, { source, path: ['crowd'], environment })
  return crowd.kind === 'recorded' ? { ...crowd, file: resolve(folder, crowd.file) } : crowd
}

/** The price feeds of rounds must exist in this world. */
function expectFeeds(source: ConfigSource, { priceFeeds, rounds }: Pick<ExchangeOptions, 'priceFeeds' | 'rounds'>): void {
  const feeds = feedsOf(source, priceFeeds)
  for (const [index, { feed }] of (rounds ?? []).entries()) {
    if (feeds.feed(feed) !== null) continue
    const known = choiceOf(feeds.all.map(({ symbol }) => symbol))
    throw complaint(source, ['rounds', index, 'feed'], `expected a price that this world has, ${known}, found "${feed}"`)
  }
}

const feedsOf = (source: ConfigSource, priceFeeds: ExchangeOptions['priceFeeds']): ReturnType<typeof createPriceFeeds> => {
  try {
    return createPriceFeeds(0, priceFeeds)
  } catch (error) {
    throw error instanceof RangeError ? complaint(source, ['priceFeeds'], error.message) : error
  }
}

/** Reads a list of faults. Throws an `ExitError` with code 2 that names file, line, the expected and the found value. */
export function loadFaults(file: string): readonly WrittenFault[] {
  const lines = new LineCounter()
  const text = readText(file)
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const wrong = document.errors.map(error => `${file}:${lines.linePos(error.pos[0]).line}: ${error.message}`)
  if (wrong.length > 0) throw new ExitError(ExitCode.USAGE, wrong.join('\n'))
  return checked({ file, text, document, lines }, z.array(fault), document.toJS(), [])
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ExitError(ExitCode.USAGE, `--faults: ${file} could not be read: ${reasonOf(error)}`)
  }
}

/** A list as a sentence shows it: A, B or C. */
export const choiceOf = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`
