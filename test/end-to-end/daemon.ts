import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')

/** What a child said and how it ended. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A program of this package as a user runs it: the built one, in a process of its own. */
export interface Daemon {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  /** Resolves with the first line of stdout or stderr that matches; rejects where the program ends before. */
  says(pattern: RegExp): Promise<string>
}

/** Starts `oddsmith ...args` from the built package; `flags` are for Node itself. */
export function oddsmith(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  flags: readonly string[] = [],
): Daemon {
  const child = spawn(process.execPath, [...flags, join(ROOT, 'dist/src/cli/main.js'), ...args], {
    cwd: ROOT,
    env: { ...process.env, NO_COLOR: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const heard = { stdout: '', stderr: '' }
  const listeners = new Set<() => void>()
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      heard[name] += text
      for (const listener of listeners) listener()
    })
  const ended = new Promise<Ended>(end => {
    child.on('close', code => {
      end({ code, ...heard })
      for (const listener of listeners) listener()
    })
  })
  const lineOf = (pattern: RegExp): string | undefined =>
    `${heard.stdout}\n${heard.stderr}`.split('\n').find(line => pattern.test(line))
  const says = (pattern: RegExp): Promise<string> =>
    new Promise((found, missed) => {
      const look = (): void => {
        const line = lineOf(pattern)
        if (line === undefined && child.exitCode === null && child.signalCode === null) return
        listeners.delete(look)
        if (line === undefined) missed(new Error(`ended without saying ${pattern}:\n${heard.stdout}\n${heard.stderr}`))
        else found(line)
      }
      listeners.add(look)
      look()
    })
  return { child, ended, says }
}

/** The daemon that a keeper started: it is the only child it has. Throws where there is none yet, or none any more. */
export function daemonPid({ child }: Daemon): number {
  const [pid] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ')
  if (pid === undefined || pid === '') throw new Error(`process ${child.pid} has no child`)
  return Number(pid)
}

/** What a power cut does to a run: keeper and daemon die in one moment, and nothing is removed. */
export function killBoth(run: Daemon): void {
  let daemon: number | null = null
  try {
    daemon = daemonPid(run)
  } catch {
    // It has none yet.
  }
  // Stopped first, so that it cannot see its daemon die.
  run.child.kill('SIGSTOP')
  if (daemon !== null) process.kill(daemon, 'SIGKILL')
  run.child.kill('SIGKILL')
}

/** A folder that lives as long as `work`. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'oddsmith-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The one wallet folder under `home`. */
export function walletFolder(home: string): { folder: string; address: string } {
  const names = readdirSync(join(home, 'state')).filter(name => name.startsWith('predict-0x'))
  const [name] = names
  if (name === undefined || names.length !== 1) throw new Error(`expected one wallet under state/, found ${names.join(', ')}`)
  return { folder: join(home, 'state', name), address: name.slice('predict-'.length) }
}

/** The folder of the newest run under `home`. */
export function newestRun(home: string): string {
  const name = readdirSync(join(home, 'runs')).toSorted().at(-1)
  if (name === undefined) throw new Error(`expected a run under ${home}/runs, found none`)
  return join(home, 'runs', name)
}
