import { fileURLToPath } from 'node:url'
import type { VenueDefinition } from '../../venues/venue-definition.js'
import { A_SCHEMA, aFunction, EXTENSION, loadPlugin, type PluginKind } from './load-plugin.js'

/** The venues of this package. Each is loaded when it is used. */
const BUILT_IN: Readonly<Record<string, () => Promise<object>>> = {
  predict: () => import('../../venues/predict/definition.js'),
}

const NAME = /^[a-z][a-z0-9-]{0,39}$/

const VENUE: PluginKind<VenueDefinition> = {
  noun: 'venue',
  exportName: 'venue',
  builtIn: {
    names: () => Object.keys(BUILT_IN),
    fileOf: name => fileURLToPath(new URL(`../../venues/${name}/definition${EXTENSION}`, import.meta.url)),
    load: async name => BUILT_IN[name]?.(),
  },
  interfaceVersion: 1,
  expected: {
    name: {
      words: 'small letters, digits and dashes',
      isRight: value => typeof value === 'string' && NAME.test(value),
    },
    config: A_SCHEMA,
    windows: { words: 'a list of limits of calls', isRight: value => Array.isArray(value) },
    cancelsPerCall: {
      words: 'a whole number from 1 to 100, or left out',
      isRight: value => value === undefined || (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 100),
    },
    profile: {
      words: 'the fees and least orders of the venue',
      isRight: value => typeof value === 'object' && value !== null && 'fees' in value && 'minValue' in value,
    },
    decoder: aFunction('turns frames into events'),
    open: aFunction('makes the venue'),
  },
  doors: { 'oddsmith/venue': () => import('../../venue.js') },
}

/** Loads a venue by name, path or package, seen from `folder`. Rejects with an `ExitError` of code 2. */
export const loadVenue = (name: string, folder: string): Promise<VenueDefinition> => loadPlugin(VENUE, name, folder)

/** Whether a venue is built in, so that it can be loaded again without a folder. */
export const isBuiltInVenue = (name: string): boolean => Object.hasOwn(BUILT_IN, name)
