/** A receiver's answer to a message. */
export type PostAnswer =
  | { readonly is: 'taken'; readonly status: number }
  /** `retryAfterMs` null: the answer did not say when to retry. */
  | { readonly is: 'failed'; readonly why: string; readonly retryAfterMs: number | null }

/** Sends a body to an address. Never rejects. */
export type PostJson = (url: string, body: string) => Promise<PostAnswer>

const ANSWER_MAX_MS = 10_000
const RETRY_AFTER_MAX_MS = 300_000

/** The HTTP client for outside receivers. Its errors do not contain the address, which is a secret. */
export const postJson: PostJson = (url, body) =>
  send(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })

/** Sends a GET request, so that the receiver notices it. */
export const ping = (url: string): Promise<PostAnswer> => send(url, { method: 'GET' })

async function send(url: string, request: RequestInit): Promise<PostAnswer> {
  try {
    // A timeout also ends answers that arrive byte by byte. Redirects are refused, because another address is another receiver.
    const answer = await fetch(url, { ...request, redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MAX_MS) })
    await answer.body?.cancel()
    if (answer.ok) return { is: 'taken', status: answer.status }
    return { is: 'failed', why: `it answered ${answer.status}`, retryAfterMs: retryAfterOf(answer) }
  } catch (error) {
    return { is: 'failed', why: whyOf(error), retryAfterMs: null }
  }
}

function retryAfterOf(answer: Response): number | null {
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(RETRY_AFTER_MAX_MS, seconds * 1_000) : null
}

/** Only the system's error code, because a message may contain the address. */
function whyOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it could not be reached'
  if (error.name === 'TimeoutError') return `it did not answer within ${ANSWER_MAX_MS / 1_000} s`
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return /^[A-Z][A-Z0-9_]{1,40}$/.test(code) ? `it could not be reached (${code})` : 'it could not be reached'
}
