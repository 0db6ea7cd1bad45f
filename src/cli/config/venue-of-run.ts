import { resolve } from 'node:path'
import type { LogHeader } from '../../recording/log/log-record.js'
import type { LoadedConfig } from './config.js'
import { isBuiltInVenue } from './load-venue.js'

/** What an input log records of its venue, so that its decoder can be loaded again. */
export function venueOf({ config, definition, source }: LoadedConfig): Pick<LogHeader, 'venue' | 'venuePlace'> {
  const { name } = config.venue
  const venue = definition.name
  return isBuiltInVenue(name) ? { venue } : { venue, venuePlace: { name, folder: resolve(source.file, '..') } }
}
