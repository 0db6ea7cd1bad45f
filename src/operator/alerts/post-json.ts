/** How a receiver took a message. */
export type PostAnswer =
  | { readonly is: 'taken'; readonly status: number }
  /** `retryAfterMs` null: it did not say when to come again. */
  | { readonly is: 'failed'; readonly why: string; readonly retryAfterMs: number | null }

/** Sends a body to an address. Never rejects. */
export type PostJson = (url: string, body: string) => Promise<PostAnswer>

const ANSWER_MAX_MS = 10_000
const RETRY_AFTER_MAX_MS = 300_000

/** The wire to receivers outside. What failed is said without the address, which is a secret. */
export const postJson: PostJson = (url, body) =>
  send(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })

/** Asks an address for nothing but that it notices. */
export const ping = (url: string): Promise<PostAnswer> => send(url, { method: 'GET' })

async function send(url: string, request: RequestInit): Promise<PostAnswer> {
  try {
    // One that sends its answer a byte at a time is cut off as well. Another address is another receiver: it gets nothing.
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

/** By the codes of the system: a message may hold the address. */
function whyOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it could not be reached'
  if (error.name === 'TimeoutError') return `it did not answer within ${ANSWER_MAX_MS / 1_000} s`
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return /^[A-Z][A-Z0-9_]{1,40}$/.test(code) ? `it could not be reached (${code})` : 'it could not be reached'
}
