import { fileURLToPath } from 'node:url'
import type { Format } from '../../recording/formats/format.js'
import { formatNamed, formatNames } from '../../recording/formats/formats.js'
import { A_TEXT, aFunction, EXTENSION, loadPlugin, type PluginKind } from './load-plugin.js'

const FORMAT: PluginKind<Format> = {
  noun: 'format',
  exportName: 'format',
  builtIn: {
    names: formatNames,
    fileOf: name => fileURLToPath(new URL(`../../recording/formats/format-${name}${EXTENSION}`, import.meta.url)),
    load: async name => ({ format: await formatNamed(name) }),
  },
  otherWords: ['auto'],
  expected: {
    name: A_TEXT,
    isFormat: aFunction('knows the first line of a file'),
    open: aFunction('looks into files'),
  },
  doors: { 'oddsmith/venue': () => import('../../venue.js') },
}

/** Loads a recording format by name, path or package, seen from `folder`. Rejects with an `ExitError` of code 2. */
export const loadFormat = (name: string, folder: string): Promise<Format> => loadPlugin(FORMAT, name, folder)
