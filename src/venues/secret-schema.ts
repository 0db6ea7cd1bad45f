import { z } from 'zod'
import type { Secret } from './venue-definition.js'

/** A secret in a venue's config: the name of its variable, as in `{ env: MY_KEY }`. Its text is allowed for keys of a venue on this machine. */
export const secretSchema = z.union([z.string().min(1), z.strictObject({ env: z.string().min(1) })]) satisfies z.ZodType<Secret>
