import { jwtVerify, SignJWT } from 'jose'
import { Timestamp } from '../../model/time.js'
import { recoverMessageSigner } from '../../protocol/verify.js'
import { unauthorized } from './api-refusal.js'

/** A wallet that has proven itself, and until when. */
export interface Wallet {
  /** Lower-case address: the account's name in the core. */
  readonly address: string
  readonly expiresAt: Timestamp
}

/** Login by signature, and the tokens it gives. */
export interface Login {
  /** The text to sign; it carries the time of `now`. */
  message(now: Timestamp): string
  /** Checks text, age and signature, and gives a token. Throws an `unauthorized` refusal. */
  login(proof: LoginProof, now: Timestamp): Promise<string>
  /** Whose token this is; null where it is forged, foreign or expired. Verified once, then remembered until it expires. */
  wallet(token: string, now: Timestamp): Promise<Wallet | null>
}

export interface LoginProof {
  readonly signer: string
  readonly message: string
  readonly signature: string
}

export interface LoginOptions {
  /** Kept with the data, so that tokens survive a restart. */
  readonly secret: Uint8Array
  readonly chainId: number
  /** Whether a smart account's signature of the text counts for `signer`. */
  readonly isSmartSignature: (proof: LoginProof) => boolean
}

const TOKEN_SECONDS = 86_400
const MESSAGE_AGE_MS = 600_000
/** A client's clock plays no part: the time in the text is ours, and only a restart on a stepped-back clock makes it lie ahead. */
const MESSAGE_AHEAD_MS = 60_000
const REMEMBERED_MAX = 10_000

/** Tokens are HS256 JWTs of `secret`; their audience is the chain, so that a token of one network is worth nothing on another. */
export const createLogin = (options: LoginOptions): Login => {
  const remembered = new Map<string, Wallet>()
  const audience = `oddsmith-exchange-${options.chainId}`
  const remember = (token: string, wallet: Wallet): Wallet => {
    if (remembered.size >= REMEMBERED_MAX) remembered.clear()
    remembered.set(token, wallet)
    return wallet
  }
  return {
    message: now => loginText(Math.floor(now / 1_000)),
    login: async (proof, now) => {
      checkText(proof.message, Math.floor(now / 1_000))
      checkSignature(proof, options)
      const issued = Math.floor(now / 1_000_000)
      const token = await new SignJWT({})
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(proof.signer.toLowerCase())
        .setAudience(audience)
        .setIssuedAt(issued)
        .setExpirationTime(issued + TOKEN_SECONDS)
        .sign(options.secret)
      return token
    },
    wallet: async (token, now) => {
      const known = remembered.get(token)
      if (known !== undefined) return known.expiresAt > now ? known : null
      const verified = await verify(token, { secret: options.secret, audience, now })
      return verified === null ? null : remember(token, verified)
    },
  }
}

const loginText = (ms: number): string =>
  `Sign this message to log in to the exchange. By signing you accept the terms of service: https://example.invalid/terms\n\nTimestamp: ${ms}`

const checkText = (message: string, nowMs: number): void => {
  const ms = Number(/Timestamp: (\d{13,16})$/.exec(message)?.[1] ?? Number.NaN)
  if (!Number.isSafeInteger(ms) || message !== loginText(ms))
    throw unauthorized('the message is not one that this exchange gave')
  if (nowMs - ms > MESSAGE_AGE_MS || ms - nowMs > MESSAGE_AHEAD_MS)
    throw unauthorized('the message must be signed and posted within 10 minutes of its timestamp')
}

const checkSignature = (proof: LoginProof, options: LoginOptions): void => {
  if (options.isSmartSignature(proof)) return
  const found = recoverMessageSigner(proof.message, proof.signature)
  if (found === null || found.toLowerCase() !== proof.signer.toLowerCase())
    throw unauthorized('the signature of the message is not the signer’s')
}

const verify = async (token: string, how: { secret: Uint8Array; audience: string; now: Timestamp }): Promise<Wallet | null> => {
  try {
    const { payload } = await jwtVerify(token, how.secret, {
      algorithms: ['HS256'],
      audience: how.audience,
      currentDate: new Date(how.now / 1_000),
      requiredClaims: ['sub', 'exp'],
    })
    if (payload.sub === undefined || payload.exp === undefined) return null
    return { address: payload.sub, expiresAt: Timestamp.ofSeconds(payload.exp) }
  } catch {
    // Whatever is wrong with a token, the answer is the same: it opens nothing.
    return null
  }
}
