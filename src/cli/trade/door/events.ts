import { setTimeout as pause } from 'node:timers/promises'
import type { EventEntry } from '../../../operator/schemas-history.js'
import { ExitCode, ExitError } from '../../config/exit.js'
import { printText } from '../../screen/print-text.js'
import { type DaemonFlags, expectDoor } from './find-door.js'
import { utcText } from './status.js'

export interface EventsFlags extends DaemonFlags {
  readonly follow?: boolean
  readonly count: string
}

const LOOK_EVERY_MS = 500

/** Prints recent events, and with `--follow` new ones, until the daemon ends or a person stops it. */
export async function showEvents(file: string | undefined, flags: EventsFlags): Promise<ExitCode> {
  if (!/^\d{1,4}$/.test(flags.count) || Number(flags.count) < 1 || Number(flags.count) > 1_000)
    throw new ExitError(ExitCode.USAGE, `--count: expected a whole number from 1 to 1000, found "${flags.count}"`)
  const client = await expectDoor(file, flags)
  const first = await client.read('events', { count: Number(flags.count) })
  if (flags.follow !== true && flags.json === true) {
    printText(`${JSON.stringify(first)}\n`)
    return ExitCode.DONE
  }
  const show = (events: readonly EventEntry[]): void => {
    for (const event of events) printText(`${flags.json === true ? JSON.stringify(event) : eventText(event)}\n`)
  }
  show(first.events)
  for (let { next } = first; flags.follow === true; ) {
    await pause(LOOK_EVERY_MS)
    const page = await client.read('events', { after: next, count: 1_000 })
    next = page.next
    show(page.events)
  }
  return ExitCode.DONE
}

function eventText({ at, kind, market, who, text }: EventEntry): string {
  const where = market === null ? '' : ` market ${market}:`
  return `${utcText(at)}  ${kind.padEnd(11)} ${where === '' ? '' : `${where.trim()} `}${text}${who === null ? '' : ` (${who})`}`
}
