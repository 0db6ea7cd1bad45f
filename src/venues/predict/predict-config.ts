import { z } from 'zod'
import { secretSchema } from '../secret-schema.js'
import { urlSchema } from '../url-schema.js'

const ADDRESSES = ['baseUrl', 'wsUrl', 'rpcUrl'] as const
const KEYS = ['privateKey', 'keystore'] as const

const account = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'expected 0x and 40 hex digits')
  .optional()
/** Main chain or test chain. */
export const chainId = z.union([z.literal(56), z.literal(97)]).optional()

/** A custom location of the venue: all of its URLs, and one key. */
export const config = z
  .strictObject({
    baseUrl: urlSchema(['http', 'https']).optional(),
    wsUrl: urlSchema(['ws', 'wss']).optional(),
    rpcUrl: urlSchema(['http', 'https']).optional(),
    apiKey: secretSchema.optional(),
    privateKey: secretSchema.optional(),
    /** Instead of privateKey: a key file, relative to the config's folder. */
    keystore: z.string().min(1).optional(),
    /** For an encrypted keystore. */
    passphrase: secretSchema.optional(),
    /** The smart account that the key owns; absent: the key's own address trades. */
    account,
    chainId,
  })
  .superRefine((venue, context) => {
    if (venue.privateKey !== undefined && venue.keystore !== undefined)
      context.addIssue({ code: 'custom', path: ['keystore'], message: 'stands beside "privateKey"; only one of them can be' })
    const missing: string[] = ADDRESSES.filter(field => venue[field] === undefined)
    if (KEYS.every(field => venue[field] === undefined)) missing.push(KEYS.join(' or '))
    if (missing.length === 0) return
    const wanted = [...ADDRESSES, KEYS.join(' or ')].join(', ')
    context.addIssue({ code: 'custom', message: `expected "embedded", or ${wanted}; ${missing.join(', ')} is missing` })
  })

/** The venue's config, parsed by its schema. */
export type PredictConfig = z.output<typeof config>

/** Only one of them may give the location of the venue. */
const elsewhere = z.custom<never>(() => false, 'stands beside "embedded"; only one of them can be').optional()

/** Fields that are allowed beside `embedded`: what the embedded exchange does not determine by itself. */
export const beside = z.strictObject({
  ...{ baseUrl: elsewhere, wsUrl: elsewhere, rpcUrl: elsewhere, privateKey: elsewhere, keystore: elsewhere },
  apiKey: secretSchema.optional(),
  passphrase: secretSchema.optional(),
  account,
  chainId,
})
