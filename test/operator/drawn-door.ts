import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openJournal } from '../../src/journal/journal.js'
import { type DoorFile, readDoorFile } from '../../src/operator/door-file.js'
import type { FromDoor } from '../../src/operator/door-messages.js'
import type { Action } from '../../src/operator/schemas-action.js'
import type { MarketDetail } from '../../src/operator/schemas-market.js'
import type { RunCopy } from '../../src/operator/schemas-run.js'
import { type ServedDoor, serveDoor } from '../../src/operator/serve-door.js'
import { drawnRun } from './drawn-run.js'

/** A door in this thread, whose run is a drawn one that pauses, resumes and halts as it is told. */
export interface DrawnDoor {
  readonly file: DoorFile
  /** Where that file is. */
  readonly folder: string
  /** What it was told, each with who. */
  readonly acted: readonly string[]
  /** From now on its run is otherwise, and the ladder of its markets too. */
  show(more: Partial<RunCopy>, ladder?: Partial<MarketDetail>): void
  /** From now on it answers no read and no action, as where its trading thread hangs. */
  hang(): void
  close(): Promise<void>
}

/** Opens one on a free port. */
export async function drawnDoor(more: Partial<RunCopy> = {}): Promise<DrawnDoor> {
  const folder = mkdtempSync(join(tmpdir(), 'oddsmith-drawn-'))
  const journal = join(folder, 'journal.db')
  openJournal(journal, { epoch: 1 }).close()
  let copy = drawnRun(more)
  let isHung = false
  let ladder: Partial<MarketDetail> = {}
  let watched: string | null | undefined
  const acted: string[] = []
  const heard: { open: () => void; closed: () => void } = { open: () => undefined, closed: () => undefined }
  const isOpen = new Promise<void>(resolve => (heard.open = resolve))
  const isClosed = new Promise<void>(resolve => (heard.closed = resolve))
  const act = ({ id, who, action }: FromDoor & { readonly kind: 'act' }): void => {
    acted.push(`${who} ${action.do}`)
    copy = { ...copy, ...after(action, who) }
    door.take({ kind: 'answer', id, answer: { is: 'done', text: `all markets: ${action.do} done`, open: 0 } })
  }
  const hear = (message: FromDoor): void => {
    if (message.kind === 'open') heard.open()
    if (message.kind === 'closed') heard.closed()
    if (isHung) return
    if (message.kind === 'act') act(message)
    if (message.kind === 'want' && message.everyMs > 0) {
      watched = message.market
      setImmediate(send)
    }
  }
  const send = (): void => {
    if (watched !== undefined && !isHung)
      door.take({ kind: 'copy', text: JSON.stringify({ copy, detail: detailOf(watched, ladder) }) })
  }
  const door: ServedDoor = serveDoor(
    {
      ...{ home: folder, port: 0, folder, journal, log: join(folder, 'log'), run: copy.run, version: '0', pid: process.pid },
      ...{ clients: [], metrics: 'token' as const, alerts: null, beats: new Int32Array(2) },
    },
    hear,
  )
  await isOpen
  const sending = setInterval(send, SEND_EVERY_MS)
  const file = readDoorFile(folder)
  if (file === null) throw new Error('the door wrote no file')
  return {
    file,
    folder,
    acted,
    show: (now, levels = ladder) => {
      copy = { ...copy, ...now }
      ladder = levels
    },
    hang: () => {
      isHung = true
    },
    close: async () => {
      clearInterval(sending)
      door.take({ kind: 'end', why: 'the test is over' })
      await isClosed
      rmSync(folder, { recursive: true })
    },
  }
}

const SEND_EVERY_MS = 500

/** A ladder with nothing in it but what was drawn. */
const detailOf = (market: string | null, ladder: Partial<MarketDetail>): MarketDetail | null =>
  market === null ? null : { id: market, at: 1_767_225_600_000_000, bid: [], ask: [], trades: [], ...ladder }

function after(action: Action, who: string): Partial<RunCopy> {
  const at = 1_767_225_600_000_000
  if (action.do === 'pause') return { state: 'paused', pauses: [{ scope: 'all', who, at }] }
  if (action.do === 'resume') return { state: 'quoting', pauses: [], halt: null }
  return action.do === 'halt' ? { state: 'halted', halt: { rule: 'operator', text: `halted by ${who}`, at } } : {}
}
