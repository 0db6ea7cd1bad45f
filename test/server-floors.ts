/**
 * The folders of `src/exchange/server`, lowest first, and which of the lower ones each may import. What is not a folder is a file beside them.
 * The files that put an exchange together stand above all of them and are not named here.
 */
export const SERVER_FLOORS: Readonly<Record<string, readonly string[]>> = {
  timers: [],
  'text-log': [],
  'start-error': [],
  prices: [],
  signatures: [],
  text: [],
  log: ['timers', 'start-error', 'text'],
  http: ['text-log', 'log'],
  'read-models': ['prices', 'text', 'log', 'http'],
  writes: ['timers', 'text-log', 'log', 'http', 'read-models'],
  auth: ['log', 'http', 'read-models', 'writes'],
  chain: ['log', 'read-models', 'writes'],
  rows: ['text', 'http', 'read-models'],
  orders: ['signatures', 'log', 'http', 'read-models', 'writes', 'auth'],
  stream: ['timers', 'prices', 'log', 'http', 'read-models', 'writes', 'auth', 'rows'],
  markets: ['timers', 'prices', 'text', 'log', 'read-models', 'writes'],
  operator: ['text', 'log', 'http', 'read-models', 'writes', 'rows', 'markets'],
  programme: ['timers', 'prices', 'text', 'log', 'http', 'writes', 'markets'],
  faults: ['prices', 'log', 'http', 'read-models', 'writes', 'auth', 'stream'],
  routes: ['signatures', 'http', 'read-models', 'writes', 'auth', 'chain', 'rows', 'orders', 'operator', 'faults'],
}

/** The interfaces that hand parts of an exchange to their users. One that grows beyond this is cut by use. */
export const SERVER_CONTEXTS = [
  'OpenExchange',
  'Reads',
  'MarketReads',
  'WalletReads',
  'Writes',
  'Auth',
  'Services',
  'OrderDesk',
  'GrantDesk',
  'FaultTarget',
]
export const CONTEXT_MEMBERS_MAX = 10
