/** Secret fields of any venue: `apiKey`, `privateKey`, `secret`, `passphrase`. */
const SECRET = /(key|secret|passphrase|password|token)$/i
/** Fields with an address, such as `rpcUrl`. The path of a node's address is often its key. */
const ADDRESS = /url$/i

/** Hides secrets of a config that is written as JSON. The name of an environment variable is not a secret; a literal text is. */
export function hideSecrets(key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (SECRET.test(key)) return '[secret]'
  return ADDRESS.test(key) && URL.canParse(value) ? hostOf(new URL(value)) : value
}

const hostOf = ({ protocol, host, pathname, search }: URL): string =>
  `${protocol}//${host}${pathname.length > 1 || search !== '' ? '/…' : ''}`
