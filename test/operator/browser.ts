import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'chrome']

/** The name of an installed browser; undefined: there is none. */
export const BROWSER = NAMES.find(name => {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})

const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--remote-debugging-port=0']

/** A page in a headless browser, driven by its debugging protocol. */
export interface BrowserPage {
  /** What its console said, and errors that no one caught. */
  readonly complaints: readonly string[]
  /** Runs a script in each document that is opened from now on, before anything of its own. */
  before(script: string): Promise<void>
  go(url: string): Promise<void>
  /** The value of an expression in the page; a promise is awaited. */
  evaluate<T>(expression: string): Promise<T>
  /** Waits until an expression is true. Rejects with the page's text after `PATIENCE_MS`. */
  until(expression: string): Promise<void>
  /** Clicks what a selector finds first, as a mouse does. */
  click(selector: string): Promise<void>
  /** Writes into what has the focus. */
  type(text: string): Promise<void>
  key(key: string): Promise<void>
  size(width: number, height: number): Promise<void>
  /** The colours that the person prefers, on the screen or on paper. */
  scheme(name: 'light' | 'dark', media?: 'screen' | 'print'): Promise<void>
  close(): Promise<void>
}

const PATIENCE_MS = 20_000
const LOOK_EVERY_MS = 50

/** What the protocol says, as far as it is read here. */
interface Answer {
  readonly id?: number
  readonly method?: string
  readonly params?: Params
  readonly result?: Result
  readonly error?: { readonly message: string }
}

interface Params {
  readonly exceptionDetails?: Thrown
  readonly entry?: { readonly text: string; readonly url?: string }
  readonly args?: readonly { readonly value?: unknown }[]
}

interface Result {
  readonly result?: { readonly value?: unknown }
  readonly exceptionDetails?: Thrown
}

interface Thrown {
  readonly text: string
  readonly exception?: { readonly description?: string }
}

/** Starts a browser with one empty page. */
export async function openBrowser(): Promise<BrowserPage> {
  const profile = mkdtempSync(join(tmpdir(), 'oddsmith-browser-'))
  const child = spawn(BROWSER ?? '', [...FLAGS, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const socket = new WebSocket(await addressOf(child), { perMessageDeflate: false })
  await new Promise((open, failed) => socket.once('open', open).once('error', failed))
  const waiting = new Map<number, (answer: Answer) => void>()
  const complaints: string[] = []
  socket.on('message', data => {
    const answer = JSON.parse((data as Buffer).toString()) as Answer
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
    const complaint = complaintOf(answer)
    if (complaint !== null) complaints.push(complaint)
  })
  let last = 0
  const send = async (method: string, params: object = {}): Promise<Result> => {
    const id = ++last
    const answer = await new Promise<Answer>(resolve => {
      waiting.set(id, resolve)
      socket.send(JSON.stringify({ id, method, params }))
    })
    waiting.delete(id)
    if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`)
    return answer.result ?? {}
  }
  for (const domain of ['Page', 'Runtime', 'Log']) await send(`${domain}.enable`)

  const evaluate = async <T>(expression: string): Promise<T> => {
    const { result, exceptionDetails } = await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? expression)
    return result?.value as T
  }
  const until = async (expression: string): Promise<void> => {
    const end = performance.now() + PATIENCE_MS
    // While a page is loaded nothing of it is there yet.
    const isTrue = (): Promise<boolean> => evaluate<boolean>(`Boolean(${expression})`).catch(() => false)
    while (!(await isTrue())) {
      if (performance.now() > end) throw new Error(`never: ${expression}\n${await evaluate<string>('document.body.innerText')}`)
      await new Promise(resolve => setTimeout(resolve, LOOK_EVERY_MS))
    }
  }
  return {
    complaints,
    evaluate,
    until,
    before: async source => void (await send('Page.addScriptToEvaluateOnNewDocument', { source })),
    go: async url => void (await send('Page.navigate', { url })),
    click: async selector => {
      const found = JSON.stringify(selector)
      await until(`document.querySelector(${found})`)
      const spot = await evaluate<{ x: number; y: number }>(
        `(() => { const node = document.querySelector(${found}); node.scrollIntoView({ block: 'center' }); const { x, y, width, height } = node.getBoundingClientRect(); return { x: x + width / 2, y: y + height / 2 } })()`,
      )
      for (const type of ['mousePressed', 'mouseReleased'])
        await send('Input.dispatchMouseEvent', { type, ...spot, button: 'left', clickCount: 1 })
    },
    type: async text => void (await send('Input.insertText', { text })),
    key: async key => {
      const text = key === 'Enter' ? '\r' : key.length === 1 ? key : undefined
      const code = { Enter: 13, Escape: 27, Tab: 9, Delete: 46 }[key] ?? key.toUpperCase().codePointAt(0)
      await send('Input.dispatchKeyEvent', {
        type: 'keyDown',
        key,
        windowsVirtualKeyCode: code,
        ...(text !== undefined && { text }),
      })
      await send('Input.dispatchKeyEvent', { type: 'keyUp', key, windowsVirtualKeyCode: code })
    },
    size: async (width, height) =>
      void (await send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: width < 600 })),
    scheme: async (value, media = 'screen') =>
      void (await send('Emulation.setEmulatedMedia', { media, features: [{ name: 'prefers-color-scheme', value }] })),
    close: async () => {
      socket.close()
      const gone = new Promise(resolve => child.once('exit', resolve))
      child.kill()
      await gone
      try {
        // Its helper processes write for a moment after it has ended.
        rmSync(profile, { recursive: true, force: true, maxRetries: 12, retryDelay: 100 })
      } catch (error) {
        process.stderr.write(`the browser's folder ${profile} stays: ${String(error)}\n`)
      }
    },
  }
}

/** Where the browser's first page is reached, once the browser has said where it listens. */
async function addressOf(child: ChildProcess): Promise<string> {
  const own = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const found = /ws:\/\/\S+/.exec(said)
      if (found !== null) resolve(found[0])
    })
    child.once('exit', () => reject(new Error(`the browser did not start: ${said}`)))
  })
  const list = await fetch(`http://${new URL(own).host}/json`)
  const pages = (await list.json()) as readonly { readonly type: string; readonly webSocketDebuggerUrl: string }[]
  const page = pages.find(({ type }) => type === 'page')
  if (page === undefined) throw new Error('the browser has no page')
  return page.webSocketDebuggerUrl
}

function complaintOf({ method, params = {} }: Answer): string | null {
  const { exceptionDetails, entry, args = [] } = params
  if (exceptionDetails !== undefined) return exceptionDetails.exception?.description ?? exceptionDetails.text
  if (entry !== undefined) return `${entry.text} ${entry.url ?? ''}`
  return method === 'Runtime.consoleAPICalled' ? args.map(({ value }) => JSON.stringify(value)).join(' ') : null
}
