import { spawn } from 'node:child_process'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createLineReader, type DaemonMessage, type KeeperMessage, lineOf } from '../../keeper/messages.js'

/** The process that trades, as its parent handles it. */
export interface DaemonProcess {
  readonly pid: number | null
  say(message: KeeperMessage): void
  /** Kills it at once, whatever it is doing. */
  kill(): void
  /** Resolves when it has ended and all its messages were read. */
  readonly ended: Promise<DaemonEnd>
}

/** How a process ended. */
export interface DaemonEnd {
  /** null: it was killed. */
  readonly code: number | null
  /** The signal that killed it. */
  readonly signal: string | null
}

/** When it dies, its last messages are still in the pipe. If another process holds the pipe open, this limits the wait. */
const DRAIN_MS = 250

/** Starts the daemon: this program again, with the same stdin, stdout and stderr and a pipe between the two. */
export function startDaemonProcess(args: readonly string[], onMessage: (message: DaemonMessage) => void): DaemonProcess {
  const main = fileURLToPath(new URL('../main.js', import.meta.url))
  const options = process.execArgv.filter(option => !option.startsWith('--inspect'))
  const child = spawn(process.execPath, [...options, main, 'daemon', ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
  })
  const pipe = child.stdio[3] as Duplex
  pipe.setEncoding('utf8').on('data', createLineReader(onMessage))
  // The end of the process is handled separately, so errors of the pipe are ignored.
  pipe.on('error', () => undefined)
  const drained = new Promise<void>(resolve => pipe.once('close', () => resolve()))
  const exited = new Promise<DaemonEnd>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  return {
    pid: child.pid ?? null,
    say: message => {
      if (pipe.writable) pipe.write(lineOf(message))
    },
    kill: () => void child.kill('SIGKILL'),
    ended: exited.then(async end => {
      await Promise.race([drained, pause(DRAIN_MS, undefined, { ref: false })])
      return end
    }),
  }
}
