// What the page asks of the door. The token comes for a code in the address, which works once, and stays in this tab alone.

const KEY = 'oddsmith-token'

/** The door wants a token that this tab does not have. */
export class NoTokenError extends Error {}

/** The door refused; the text says why and what to do. */
export class DoorRefusal extends Error {}

let token = sessionStorage.getItem(KEY)

/** Takes the code out of the address, so that neither history nor a screenshot has it, and asks for the token. */
export async function signIn() {
  const code = new URLSearchParams(location.hash.slice(1)).get('code')
  if (code === null) return token !== null
  history.replaceState(null, '', '#/')
  const response = await call('/api/token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ code }),
  })
  const body = await response.json()
  if (!response.ok) {
    if (token !== null) return true
    throw new NoTokenError(body.text)
  }
  token = body.token
  sessionStorage.setItem(KEY, token)
  return true
}

const authorized = () => ({ Authorization: `Bearer ${token}` })

const SILENT = 'nothing answers at the address of this page'

/** Browsers have words of their own for a call that got no answer, such as "Failed to fetch". */
async function call(path, options, words = SILENT) {
  try {
    return await fetch(path, options)
  } catch {
    throw new Error(words)
  }
}

/** Reads one address of the door. `signal` ends the wait for an answer. */
export async function read(path, signal) {
  return bodyOf(await call(path, { headers: authorized(), cache: 'no-store', signal }))
}

const send = (path, body) =>
  call(
    path,
    {
      method: 'POST',
      headers: { ...authorized(), 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },
      body: JSON.stringify(body),
    },
    `${SILENT}: whether it was done shows once the page is live again`,
  )

async function bodyOf(response) {
  if (response.status === 401) {
    token = null
    sessionStorage.removeItem(KEY)
    throw new NoTokenError('the token of this page is not known any more: what serves it was started again')
  }
  const body = await response.json()
  if (!response.ok) throw new DoorRefusal(body.text ?? `the door answered ${response.status}`)
  return body
}

/** Asks for an action. Answers with what the door says, also where it wants a confirmation or refuses. */
export async function post(action) {
  const response = await send('/api/actions', action)
  const body = response.status === 401 ? await bodyOf(response) : await response.json()
  if (body.is !== undefined) return body
  throw new DoorRefusal(body.text ?? `the door answered ${response.status}`)
}

/** Asks for something to be made, such as a link. */
export async function make(path, body = {}) {
  return bodyOf(await send(path, body))
}

/**
 * Follows the run until `signal` ends it: `on[event](data)` for each event. Rejects when the connection ends; `NoTokenError` where asking again is of no use.
 */
export async function follow(market, on, signal) {
  const query = market === null ? '' : `?market=${encodeURIComponent(market)}`
  const response = await fetch(`/api/stream${query}`, { headers: authorized(), cache: 'no-store', signal })
  if (!response.ok) await bodyOf(response)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) throw new Error('the door ended the connection')
    const blocks = (rest + value).split('\n\n')
    rest = blocks.pop()
    for (const block of blocks) {
      const event = /^event: (.*)$/m.exec(block)?.[1]
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (event !== undefined && data !== undefined) on[event]?.(JSON.parse(data))
    }
  }
}
