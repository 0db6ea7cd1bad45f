import { reasonOf } from '../model/reason-of.js'
import { startRunAlerts } from './alerts/run-alerts.js'
import { createDoorApp } from './door-app.js'
import { removeDoorFile, writeDoorFile } from './door-file.js'
import { createDoorHistory } from './door-history.js'
import type { CopyMessage, FromDoor, ToDoor } from './door-messages.js'
import type { DoorParts } from './door-parts.js'
import type { DoorTask } from './door-task.js'
import { createDoorTokens } from './door-tokens.js'
import { createEventStreams } from './event-streams.js'
import { createLoopbackServer, HOST, portOf } from './loopback-server.js'
import { createPendingActions } from './pending-actions.js'
import { createProfitSeries } from './profit-series.js'
import { createWatchedCopies } from './watched-copies.js'

/** The door in its thread. */
export interface ServedDoor {
  /** Takes a message of the trading thread. */
  take(message: ToDoor): void
}

/** Opens a door on loopback, writes its file, and answers until it is told to end. `say` sends to the trading thread. */
export function serveDoor(task: DoorTask, say: (message: FromDoor) => void): ServedDoor {
  const tokens = createDoorTokens(task.clients)
  const copies = createWatchedCopies(say)
  const history = createDoorHistory(task.journal)
  const profit = createProfitSeries()
  const actions = createPendingActions(say)
  const alerts = startRunAlerts({
    ...{ task: task.alerts, folder: task.folder, copies },
    notice: (level, text) => say({ kind: 'tell', level, text }),
  })
  const streams = createEventStreams({ copies, history, alerts: () => alerts.copy })
  let port = task.port
  const act: DoorParts['act'] = (who, key, action) => actions.act(who, key, action)
  const app = createDoorApp({ task, tokens, copies, history, profit, streams, alerts, act, port: () => port })
  const server = createLoopbackServer(app)
  let isUntold = false
  /** On a full disk the door still answers and sends alerts; only its file is missing. */
  const tellWhere = (): void => {
    try {
      writeDoorFile(task.folder, { url: `http://${HOST}:${port}`, pid: task.pid, run: task.run, tokens: { ...tokens.all } })
    } catch (error) {
      if (!isUntold) say({ kind: 'tell', level: 'warn', text: unwrittenText(error) })
      isUntold = true
      again = setTimeout(tellWhere, AGAIN_MS)
    }
  }
  let again: NodeJS.Timeout | undefined
  let isRefused = false
  const listen = (): void => void server.listen(task.port, HOST)
  server.on('listening', () => {
    port = portOf(server)
    tellWhere()
    say({ kind: 'open', port })
    if (isRefused) say({ kind: 'tell', level: 'info', text: `the door is open on port ${port}` })
  })
  server.on('error', error => {
    if (!isRefused) say({ kind: 'failed', text: unopenedText(task.port, error) })
    isRefused = true
    again = setTimeout(listen, AGAIN_MS)
  })
  listen()
  const end = (why: string): void => {
    clearTimeout(again)
    removeDoorFile(task.folder, task.pid)
    streams.end(why)
    actions.end(why)
    const told = alerts.end()
    server.close(() => {
      history.close()
      void told.then(() => say({ kind: 'closed' }))
    })
    setTimeout(() => server.closeAllConnections(), LAST_WORDS_MS)
  }
  return {
    take: message => {
      switch (message.kind) {
        case 'copy':
          return copies.took(JSON.parse(message.text) as CopyMessage)
        case 'answer':
          copies.outdate()
          return actions.answered(message.id, message.answer)
        case 'point':
          return profit.add(message.point)
        case 'markout':
          return history.noteMarkout(message.markout)
        case 'end':
          return end(message.why)
        default:
          message satisfies never
      }
    },
  }
}

const AGAIN_MS = 5_000

const unopenedText = (port: number, error: Error): string => {
  const why = 'code' in error && error.code === 'EADDRINUSE' ? 'it is taken' : error.message
  return `the door could not be opened on port ${port}: ${why}. Until it is, this run trades without page, metrics and commands; only "cancel-all", "halt" and "resume" work. Every ${AGAIN_MS / 1_000} s it is tried again. End what listens there, or choose another door.port (0 takes any free one)`
}

const unwrittenText = (error: unknown): string =>
  `door.json could not be written (${reasonOf(error)}): until it is, no command finds the door of this run`

/** Waits for answers that are being sent. */
const LAST_WORDS_MS = 200
