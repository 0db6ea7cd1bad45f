import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { Timestamp } from '../../../model/time.js'
import { unauthorized } from '../http/refusal.js'

/** A wallet that has logged in, and when its token expires. */
export interface Wallet {
  /** Lower-case address: the account's name in the core. */
  readonly address: string
  readonly expiresAt: Timestamp
}

/** Login by signature, and the tokens that it issues. */
export interface Login {
  /** A text to sign, valid for one login; it carries the time of `now`. */
  message(now: Timestamp): string
  /** Checks text, age and signature, and issues a token. Throws an `unauthorized` refusal. */
  login(proof: LoginProof, now: Timestamp): Promise<string>
  /**
   * The wallet of a token; `null`: it is forged, of another network, or expired. A token is verified once and then remembered until it expires.
   * Calls that wait for the same verification are answered in the order in which they came.
   */
  wallet(token: string, now: Timestamp): Promise<Wallet | null>
  /** The wallet of a token that was verified before; `null`: it has to be verified. */
  remembered(token: string, now: Timestamp): Wallet | null
}

export interface LoginProof {
  readonly signer: string
  readonly message: string
  readonly signature: string
}

export interface LoginOptions {
  /** Stored with the exchange's data, so that tokens survive a restart. */
  readonly secret: Uint8Array
  readonly chainId: number
  /** Whether the signature of the text is the signer's. */
  readonly isSigned: (proof: LoginProof) => boolean
}

const TOKEN_SECONDS = 86_400
const MESSAGE_AGE_MS = 600_000
const REMEMBERED_MAX = 10_000
/** Most logins within the lifetime of a message. Beyond it logins are refused until older messages have expired. */
const USED_MAX = 200_000

/** Tokens are HS256 JWTs of `secret`. Their audience is the chain, so that a token of one network is invalid on another. */
export const createLogin = (options: LoginOptions): Login => {
  const texts = createTexts()
  const remembered = new Map<string, Wallet>()
  const verifying = new Map<string, Promise<Wallet | null>>()
  const audience = `oddsmith-exchange-${options.chainId}`
  const remember = (token: string, wallet: Wallet): Wallet => {
    // Drops the oldest token; if it is used again, it is verified again.
    if (remembered.size >= REMEMBERED_MAX) for (const oldest of remembered.keys()) if (remembered.delete(oldest)) break
    remembered.set(token, wallet)
    return wallet
  }
  const rememberedOf = (token: string, now: Timestamp): Wallet | null => {
    const known = remembered.get(token)
    if (known === undefined || known.expiresAt > now) return known ?? null
    remembered.delete(token)
    return null
  }
  const verified = async (token: string, now: Timestamp): Promise<Wallet | null> => {
    const wallet = await verify(token, { secret: options.secret, audience, now })
    verifying.delete(token)
    return wallet === null ? null : remember(token, wallet)
  }
  return {
    message: now => texts.make(Math.floor(now / 1_000)),
    login: async (proof, now) => {
      const nowMs = Math.floor(now / 1_000)
      const sentAt = texts.check(proof.message, nowMs)
      if (!options.isSigned(proof)) throw unauthorized('the signature of the message is not the signer’s')
      texts.use(proof.message, sentAt, nowMs)
      return issue(proof.signer.toLowerCase(), { secret: options.secret, audience, now })
    },
    wallet: (token, now) => {
      const known = rememberedOf(token, now)
      if (known !== null) return Promise.resolve(known)
      const begun = verifying.get(token) ?? verified(token, now)
      verifying.set(token, begun)
      return begun
    },
    remembered: rememberedOf,
  }
}

interface Texts {
  make(ms: number): string
  /** Returns when the text was made. Throws a refusal. */
  check(message: string, nowMs: number): number
  /** Throws a refusal when the text has been used. */
  use(message: string, madeAt: number, nowMs: number): void
}

/**
 * Texts that only this process can have made, each valid for one login: they carry a random number and an HMAC of a key that is drawn at
 * the start. So no text needs to be stored until it is used, and a restart invalidates all of them.
 */
const createTexts = (): Texts => {
  const key = randomBytes(32)
  const used = new Map<string, number>()
  const sealOf = (id: string, ms: number): string => createHmac('sha256', key).update(`${id} ${ms}`).digest('hex').slice(0, 32)
  return {
    make: ms => {
      const id = randomBytes(8).toString('hex')
      return loginText(`${id}-${sealOf(id, ms)}`, ms)
    },
    check: (message, nowMs) => {
      const [, id = '', seal = '', digits = ''] =
        /Request: ([0-9a-f]{16})-([0-9a-f]{32})\nTimestamp: (\d{13,16})$/.exec(message) ?? []
      const ms = Number(digits)
      if (message !== loginText(`${id}-${seal}`, ms) || !timingSafeEqual(Buffer.from(seal), Buffer.from(sealOf(id, ms))))
        throw unauthorized('the message is not one that this exchange gave')
      if (nowMs - ms > MESSAGE_AGE_MS)
        throw unauthorized('the message must be signed and posted within 10 minutes of its timestamp')
      return ms
    },
    use: (message, madeAt, nowMs) => {
      if (used.has(message)) throw unauthorized('the message has been used for a login already')
      // Used texts are listed by the time of use. One that is too old is refused anyway, so it can be dropped.
      for (const [text, ms] of used) {
        if (nowMs - ms <= MESSAGE_AGE_MS) break
        used.delete(text)
      }
      if (used.size >= USED_MAX) throw unauthorized('too many logins in the last 10 minutes')
      used.set(message, madeAt)
    },
  }
}

const loginText = (request: string, ms: number): string =>
  `Sign this message to log in to the exchange. By signing you accept the terms of service: https://example.invalid/terms\n\nRequest: ${request}\nTimestamp: ${ms}`

interface TokenTerms {
  readonly secret: Uint8Array
  readonly audience: string
  readonly now: Timestamp
}

const issue = (address: string, { secret, audience, now }: TokenTerms): Promise<string> => {
  const issued = Math.floor(now / 1_000_000)
  return new SignJWT({})
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(address)
    .setAudience(audience)
    .setIssuedAt(issued)
    .setExpirationTime(issued + TOKEN_SECONDS)
    .sign(secret)
}

const verify = async (token: string, { secret, audience, now }: TokenTerms): Promise<Wallet | null> => {
  try {
    const { payload } = await jwtVerify(token, secret, {
      algorithms: ['HS256'],
      audience,
      currentDate: new Date(now / 1_000),
      requiredClaims: ['sub', 'exp'],
    })
    if (payload.sub === undefined || payload.exp === undefined) return null
    return { address: payload.sub, expiresAt: Timestamp.ofSeconds(payload.exp) }
  } catch {
    // Every invalid token gets the same answer, so that the answer does not tell why.
    return null
  }
}
