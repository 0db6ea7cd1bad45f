import { request } from 'node:http'

export interface Asking {
  /** null: none is sent. */
  readonly token?: string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly method?: string
  readonly body?: string
}

/** Sends a request to a server on loopback with `Host`, `Origin` and the path as they stand; `fetch` would put them right. */
export const askByHand = (
  url: string,
  path: string,
  { token = null, headers = {}, method = 'GET', body = '' }: Asking = {},
): Promise<{ readonly status: number; readonly text: string }> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(url)
    const sent = request(
      {
        ...{ host: '127.0.0.1', port, path, method },
        headers: { ...(token !== null && { authorization: `Bearer ${token}` }), ...headers },
      },
      answer => {
        let text = ''
        answer.setEncoding('utf8').on('data', part => (text += part))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })

/** Paths that lead out of what is served, where a server lets them. */
export const OUTWARD = ['/../../etc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '/api/../../door.json', '/page/..%2f..%2fdoor.json']
