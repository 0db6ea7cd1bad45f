import type { EmbeddedPlace } from '../../venues/venue-definition.js'
import { complaint, type LoadedConfig } from '../config/config.js'

/** What a config's venue is opened with at an embedded exchange. Throws an `ExitError` of code 2 where it cannot be opened there. */
export function embeddedStanza({ definition, source }: LoadedConfig, place: EmbeddedPlace): unknown {
  if (definition.embedded === undefined)
    throw complaint(source, ['venue', 'embedded'], `venue ${definition.name} has no embedded exchange`)
  return definition.embedded.config(place)
}
