/* oxlint-disable typescript/no-explicit-any -- A test reads foreign JSON freely. */

import type { Operation } from '../../src/protocol/api/operation.js'
import { OPERATIONS } from '../../src/protocol/api/operations.js'
import { OAUTH_OPERATIONS, OLDER_OAUTH_OPERATIONS } from '../../src/protocol/api/operations-oauth.js'
import { OLDER_OPERATIONS } from '../../src/protocol/api/operations-older.js'
import { OPERATOR_OPERATIONS } from '../../src/protocol/api/operations-operator.js'
import { requestOf } from '../../src/protocol/api/request-of.js'
import { createSigner, type Signer } from '../../src/protocol/sign.js'
import { ADMIN_TOKEN, API_KEY, BASE_URL, CHAIN_ID, type DayWorld } from './day-world.js'
import type { Tally } from './tally.js'

export const CURRENT = { ...OPERATIONS, ...OAUTH_OPERATIONS }
export const OLDER = { ...OLDER_OPERATIONS, ...OLDER_OAUTH_OPERATIONS }
export type OperationName = keyof typeof CURRENT

/** Which revision is asked. */
export type Revision = 'current' | 'older'

/** An answer as a visitor reads it. */
export interface Heard {
  readonly status: number
  readonly body: any
}

/** A wallet that calls any operation of both revisions; every call is counted. */
export class Visitor {
  readonly signer: Signer
  readonly name: string
  readonly key: string
  token = ''
  readonly #world: DayWorld
  readonly #tally: Tally

  constructor({ world, tally, name, key }: { world: DayWorld; tally: Tally; name: string; key: string }) {
    this.#world = world
    this.#tally = tally
    this.name = name
    this.key = key
    this.signer = createSigner({ privateKey: key, chainId: CHAIN_ID })
  }

  /** Calls an operation by its name. */
  call(name: OperationName, revision: Revision, input: object = {}): Promise<Heard> {
    return this.send(revision === 'current' ? CURRENT[name] : OLDER[name], input)
  }

  /** The operator's list of accounts, which only it may see. */
  accounts(input: object): Promise<Heard> {
    return this.send(OPERATOR_OPERATIONS.getAccounts, input)
  }

  async send(operation: Operation, input: object): Promise<Heard> {
    const { method, path, body } = requestOf(operation, input as never)
    const response = await this.#world.fetch(BASE_URL + path, {
      method,
      headers: {
        ...(operation.path.startsWith('/v1/') && { 'x-api-key': API_KEY }),
        ...(operation.proof === 'wallet' && { authorization: `Bearer ${this.token}` }),
        ...(operation.proof === 'operator' && { 'x-admin-token': ADMIN_TOKEN }),
      },
      ...(body !== undefined && { body }),
    })
    const heard = { status: response.status, body: (await response.json()) as any }
    const who = operation.proof === 'none' ? '' : this.name
    this.#tally.exchanged({ operation, path, sent: body === undefined ? null : JSON.parse(body), who, ...heard })
    return heard
  }

  /** Logs in; a token lives for a day. */
  async login(): Promise<void> {
    const { message } = (await this.call('getAuthMessage', 'current')).body.data
    const signature = this.signer.signMessage(message)
    this.token = (await this.call('getToken', 'current', { signer: this.signer.address, message, signature })).body.data.token
  }
}
