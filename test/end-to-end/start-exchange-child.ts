import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { RunningExchange } from '../../src/exchange.js'

/** An exchange in a process of its own, and what it said of itself. */
export interface ExchangeChild {
  readonly child: ChildProcess
  readonly told: RunningExchange
}

const JITI = join(import.meta.dirname, '../../node_modules/jiti/lib/jiti-cli.mjs')

/** Starts `exchange-child.ts` with its arguments and waits until it is ready. Rejects where it ends before. */
export async function startExchangeChild(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<ExchangeChild> {
  const child = spawn(process.execPath, [JITI, join(import.meta.dirname, 'exchange-child.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  })
  const line = await new Promise<string>((ready, failed) => {
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part
      if (text.includes('\n')) ready(text)
    })
    child.on('exit', code => failed(new Error(`the exchange ended with code ${code}`)))
  })
  return { child, told: JSON.parse(line) as RunningExchange }
}
