import type { RunningExchange } from '../../../src/exchange.js'
import type { Answer } from './client.js'

/** The operator's side with the token. */
export interface OperatorClient {
  readonly get: (path: string) => Promise<Answer>
  /** `path` without /admin. */
  readonly post: (path: string, body?: unknown) => Promise<Answer>
  /** The row that a deed answers. Throws where it was refused. */
  readonly done: (path: string, body?: unknown) => Promise<Answer['body']>
}

/** A client with the token of an exchange, or with another one. */
export const createOperator = (exchange: RunningExchange, token = exchange.adminToken): OperatorClient => {
  const call = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const headers = { 'x-admin-token': token, 'content-type': 'application/json' }
    const response = await fetch(`${exchange.baseUrl}/admin${path}`, { ...init, headers })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  const post = (path: string, body?: unknown): Promise<Answer> =>
    call(path, { method: 'POST', ...(body !== undefined && { body: JSON.stringify(body) }) })
  return {
    get: path => call(path),
    post,
    done: async (path, body) => {
      const answer = await post(path, body)
      if (!answer.body.success) throw new Error(`${path}: ${answer.status} ${answer.body.message}`)
      return answer.body.data
    },
  }
}
