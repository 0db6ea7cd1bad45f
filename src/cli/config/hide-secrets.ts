/** Fields of any venue: `apiKey`, `privateKey`, `secret`, `passphrase`. */
const SECRET = /(key|secret|passphrase|password|token)$/i
/** Fields with an address: `rpcUrl`. What stands behind the host of a node is often its key. */
const ADDRESS = /url$/i

/** Keeps secrets out of a config that is written as JSON. The name of a variable is no secret, the text of one is. */
export function hideSecrets(key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (SECRET.test(key)) return '[secret]'
  return ADDRESS.test(key) && URL.canParse(value) ? hostOf(new URL(value)) : value
}

const hostOf = ({ protocol, host, pathname, search }: URL): string =>
  `${protocol}//${host}${pathname.length > 1 || search !== '' ? '/…' : ''}`
