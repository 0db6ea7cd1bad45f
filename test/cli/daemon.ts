import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url))

/** A command of the built program: what it says on both channels, and how it ends. */
export interface Started {
  readonly child: ChildProcess
  readonly out: () => string
  readonly log: () => string
  /** Resolves once the log or the output contains a text; rejects when the process ends before. */
  says(text: string | RegExp): Promise<void>
  /** Its exit code, or the signal that ended it. */
  ended(): Promise<number | string>
}

/** Starts `oddsmith` with arguments; it is killed when the test's process ends. */
export function oddsmith(...args: readonly string[]): Started {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { out: '', log: '' }
  const listeners = new Set<() => void>()
  for (const [stream, channel] of [
    [child.stdout, 'out'],
    [child.stderr, 'log'],
  ] as const) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said[channel] += text
      for (const listen of listeners) listen()
    })
  }
  const exit = once(child, 'close').then(([code, signal]: (number | string | null)[]) => code ?? signal ?? 'unknown')
  process.once('exit', () => child.kill('SIGKILL'))
  const says = (text: string | RegExp): Promise<void> =>
    new Promise((resolve, reject) => {
      const listen = (): void => {
        const all = said.log + said.out
        if (typeof text === 'string' ? !all.includes(text) : !text.test(all)) return
        listeners.delete(listen)
        resolve()
      }
      listeners.add(listen)
      listen()
      void exit.then(code =>
        reject(new Error(`expected it to say ${String(text)}, it ended with ${code}:\n${said.log}${said.out}`)),
      )
    })
  return { child, out: () => said.out, log: () => said.log, says, ended: () => exit }
}

/** A home of its own with a paper config in it. */
export function paperHome(rest = ''): { readonly home: string; readonly config: string } {
  const home = mkdtempSync(join(tmpdir(), 'oddsmith-home-'))
  const config = join(home, 'paper.yaml')
  writeFileSync(
    config,
    `venue: { name: predict, embedded: { seed: 1 } }
strategies:
  - { strategy: two-sided, markets: all, parameters: { halfSpreadTicks: 1, sizeShares: 20 } }
limits: { positionMaxShares: 300 }
${rest}`,
  )
  return { home, config }
}
