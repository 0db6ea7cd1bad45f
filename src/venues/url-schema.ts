import { z } from 'zod'

/** A URL in a venue's config, with one of these protocols. */
export const urlSchema = (protocols: readonly string[]): z.ZodString =>
  z.string().refine(text => protocols.some(protocol => text.startsWith(`${protocol}://`)), {
    error: `expected an address that begins with ${protocols.map(protocol => `${protocol}://`).join(' or ')}`,
  })
