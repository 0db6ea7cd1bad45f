import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openJournal } from '../../journal/journal.js'
import { openJournalPages } from '../../journal/journal-pages.js'
import { answerAsked, takeAsked } from '../../keeper/asked-acts.js'
import type { DaemonNews } from '../../keeper/daemon-news.js'
import type { AskedAct, AskedAnswer } from '../../keeper/messages.js'
import type { RemovalResult } from '../../keeper/remove-ours.js'
import type { Hand } from '../../model/batch.js'
import { counted } from '../../model/counted.js'
import { reasonOf } from '../../model/reason-of.js'
import { createSystemClock } from '../../runtime/system-clock.js'
import type { DaemonProcess } from './daemon-process.js'
import type { KeeperLog } from './keeper-log.js'
import type { KeeperSignals } from './keeper-signals.js'

/** Carries out actions of people that the daemon does not answer. */
export interface KeeperHand {
  /** Called ten times a second. */
  tick(): void
  /** The daemon has ended: actions that it never took are written into its journal. */
  end(): void
  /** Resolves once each request is answered. */
  settled(): Promise<void>
}

export interface KeeperHandOptions {
  /** The folder of the wallet. */
  readonly folder: string
  readonly daemon: Pick<DaemonProcess, 'say'>
  readonly heard: Pick<DaemonNews, 'acted'>
  readonly log: Pick<KeeperLog, 'say'>
  readonly remove: (isOver: () => boolean) => Promise<RemovalResult>
  readonly signals: Pick<KeeperSignals, 'count'>
}

const LOOK_EVERY = 3
/** A working daemon takes a request within a moment, and sees the venue's list a little later. */
const DAEMON_MS = 3_000
/** A person who sends a second signal does not wait. */
const LEAVE_AT = 2

/**
 * Creates the keeper's hand. Requests are passed to a daemon that still works. If the daemon does not report that it acted, the keeper removes the
 * orders itself.
 */
export function createKeeperHand({ folder, daemon, heard, log, remove, signals }: KeeperHandOptions): KeeperHand {
  const open = new Set<AskedAct>()
  const taking = new Set<Promise<void>>()
  let ticks = 0
  // Requests to an earlier keeper were for an earlier run.
  takeAsked(folder)
  const answer = (given: AskedAnswer): void => {
    try {
      answerAsked(folder, given)
    } catch (error) {
      // The keeper must not end for it; the person who asked sees the log.
      log.say('error', `the answer "${given.text}" could not be written: ${reasonOf(error)}`)
    }
  }
  const handedOn = async (act: AskedAct): Promise<boolean> => {
    daemon.say({ kind: 'act', act })
    const endsAt = performance.now() + DAEMON_MS
    while (heard.acted(act.key) === undefined && performance.now() < endsAt) await pause(50)
    const acted = heard.acted(act.key)
    if (acted === undefined) return false
    open.delete(act)
    answer(acted)
    return true
  }
  const take = async (act: AskedAct): Promise<void> => {
    open.add(act)
    const { key, what, who } = act
    log.say('warn', `${who} asked the keeper: ${what}`, { who, key })
    if (await handedOn(act)) return
    const later = 'the daemon did not answer; it does this when it works again, and the journal records it in any case'
    if (what === 'resume') return answer({ key, is: 'unsure', text: later, open: null })
    const { removed, open: left, isNoneLeft } = await remove(() => signals.count >= LEAVE_AT)
    const text = `the keeper removed ${counted(removed, 'order')}; ${later}`
    answer({ key, is: isNoneLeft ? 'done' : 'unsure', text, open: left?.length ?? null })
  }
  const failed = (act: AskedAct, error: unknown): void => {
    log.say('error', `the keeper could not do what ${act.who} asked: ${reasonOf(error)}`)
    answer({ key: act.key, is: 'unsure', text: reasonOf(error), open: null })
  }
  return {
    tick: () => {
      if (++ticks % LOOK_EVERY !== 0) return
      const act = takeAsked(folder)
      if (act === null) return
      const taken = take(act).catch((error: unknown) => failed(act, error))
      taking.add(taken)
      void taken.finally(() => taking.delete(taken))
    },
    settled: async () => void (await Promise.all(taking)),
    end: () => {
      for (const act of open) {
        if (heard.acted(act.key) !== undefined) continue
        try {
          writeDown(folder, act)
          // Earlier messages about it went to the daemon's log, which never took them.
          log.say('warn', `${act.who} asked the keeper: ${act.what}; the daemon never took it, and its journal has it now`)
        } catch (error) {
          log.say('error', `what ${act.who} asked (${act.what}) could not be written into the journal: ${reasonOf(error)}`)
        }
      }
    },
  }
}

/** As the daemon would have done, so that the next run finds the wallet halted or paused. */
function writeDown(folder: string, { what, who, key }: AskedAct): void {
  const file = join(folder, 'journal.db')
  if (isWritten(file, key)) return
  const journal = openJournal(file, { epoch: 0 })
  try {
    const at = createSystemClock().now()
    const control: Hand = what === 'halt' ? { what, who, key, at } : { what, scope: 'all', who, key, at }
    journal.append({ at, entries: [{ kind: 'control', at, control }], orders: [] })
  } finally {
    journal.close()
  }
}

function isWritten(file: string, key: string): boolean {
  const pages = openJournalPages(file)
  try {
    return pages.actionWith(key) !== null
  } finally {
    pages.close()
  }
}
