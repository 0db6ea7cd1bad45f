import { vi } from 'vitest'
import { approveCommand } from '../../src/cli/commands/approve.js'
import { backtestCommand } from '../../src/cli/commands/backtest.js'
import { cancelAllCommand } from '../../src/cli/commands/cancel-all.js'
import { closeCommand } from '../../src/cli/commands/close.js'
import { compareCommand } from '../../src/cli/commands/compare.js'
import { convertCommand } from '../../src/cli/commands/convert.js'
import { eventsCommand } from '../../src/cli/commands/events.js'
import { fleetCommand } from '../../src/cli/commands/fleet.js'
import { haltCommand } from '../../src/cli/commands/halt.js'
import { importCommand } from '../../src/cli/commands/import.js'
import { initCommand } from '../../src/cli/commands/init.js'
import { journalCommand } from '../../src/cli/commands/journal.js'
import { mergeCommand } from '../../src/cli/commands/merge.js'
import { newStrategyCommand } from '../../src/cli/commands/new-strategy.js'
import { pauseCommand } from '../../src/cli/commands/pause.js'
import { redeemCommand } from '../../src/cli/commands/redeem.js'
import { replayCommand } from '../../src/cli/commands/replay.js'
import { resumeCommand } from '../../src/cli/commands/resume.js'
import { setCommand } from '../../src/cli/commands/set.js'
import { splitCommand } from '../../src/cli/commands/split.js'
import { statusCommand } from '../../src/cli/commands/status.js'
import { sweepCommand } from '../../src/cli/commands/sweep.js'
import { voidCommand } from '../../src/cli/commands/void.js'
import { walkForwardCommand } from '../../src/cli/commands/walk-forward.js'
import { runProgram } from '../../src/cli/run-program.js'
import type { Ended } from '../end-to-end/daemon.js'

/** Those that ask, print or refuse. What runs until a signal ends it needs a process of its own. */
const COMMANDS = [
  approveCommand,
  backtestCommand,
  cancelAllCommand,
  compareCommand,
  closeCommand,
  convertCommand,
  eventsCommand,
  fleetCommand,
  haltCommand,
  importCommand,
  initCommand,
  journalCommand,
  mergeCommand,
  newStrategyCommand,
  pauseCommand,
  redeemCommand,
  replayCommand,
  resumeCommand,
  setCommand,
  splitCommand,
  statusCommand,
  sweepCommand,
  voidCommand,
  walkForwardCommand,
]

const STRAY_EVENTS = ['uncaughtException', 'unhandledRejection']

/** Returns what removes the listeners that were added since: a command's listeners for uncaught errors stay until its process ends. */
function keepListeners(): () => void {
  const emitter: NodeJS.EventEmitter = process
  const kept = STRAY_EVENTS.map(event => ({ event, listeners: emitter.listeners(event) }))
  return () => {
    for (const { event, listeners } of kept)
      for (const each of emitter.listeners(event)) if (!listeners.includes(each)) emitter.off(event, each as () => void)
  }
}

/**
 * Does in this process what `oddsmith ...args` does in one of its own, which takes half a second of a processor to start. One at a time: it hears all
 * that this process says meanwhile. What throws in a timer needs a process of its own.
 */
export async function inProcess(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const heard = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map(name =>
    vi.spyOn(process[name], 'write').mockImplementation((text: unknown, ...more: readonly unknown[]) => {
      heard[name] += String(text)
      const written = more.at(-1)
      if (typeof written === 'function') written()
      return true
    }),
  )
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  const restoreListeners = keepListeners()
  try {
    const code = await runProgram([process.execPath, 'oddsmith', ...args], COMMANDS)
    return { code, ...heard }
  } finally {
    restoreListeners()
    vi.unstubAllEnvs()
    for (const spy of spies) spy.mockRestore()
  }
}
