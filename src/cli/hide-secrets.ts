/** Fields of any venue: `apiKey`, `privateKey`, `secret`, `passphrase`. */
const SECRET = /(key|secret|passphrase|password|token)$/i

/** Keeps secrets out of a config that is written as JSON. The name of a variable is no secret, the text of one is. */
export const hideSecrets = (key: string, value: unknown): unknown =>
  SECRET.test(key) && typeof value === 'string' ? '[secret]' : value
