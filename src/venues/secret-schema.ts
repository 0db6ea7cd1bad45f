import { z } from 'zod'
import type { Secret } from './venue-definition.js'

const named = z.string().min(1)

/**
 * A secret in a venue's config: a variable (`{ env: MY_KEY }`), a file that only its owner may read (`{ file: key.txt }`), or a systemd credential
 * (`{ credential: my-key }`). Plain text is allowed for keys of a venue on this machine.
 */
export const secretSchema = z.union([
  named,
  z.strictObject({ env: named }),
  z.strictObject({ file: named }),
  z.strictObject({
    credential: named.regex(/^[\w.-]+$/, 'expected the name of a credential: letters, digits, dots, dashes and underscores'),
  }),
]) satisfies z.ZodType<Secret>
