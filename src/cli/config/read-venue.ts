import type { ReadVenue } from '../../feeds/feed-definition.js'
import type { VenueDefinition } from '../../venues/venue-definition.js'

/** How feeds decode frames of the venue that they use. */
export const readVenue = (definition: VenueDefinition): ReadVenue => ({
  decoder: markets => definition.decoder(markets),
  readPrice: definition.readPrice === undefined ? null : text => definition.readPrice?.(text) ?? null,
})
