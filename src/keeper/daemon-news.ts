import { clockAllowanceMs } from './clock-allowance.js'
import type { AskedAnswer, DaemonMessage } from './messages.js'
import { createToldOrders, type ToldOrders } from './told-orders.js'
import { createVigil, type Vigil } from './vigil.js'

type Said<K extends DaemonMessage['kind']> = DaemonMessage & { readonly kind: K }

/** What a keeper has received from its daemon. */
export interface DaemonNews {
  take(message: DaemonMessage): void
  /** null: not received yet, so the daemon has placed no orders. */
  readonly hello: Said<'hello'> | null
  /** The latest market at an index; undefined: none. */
  readonly marketAt: (index: number) => { readonly id: string; readonly strategy: string | null } | undefined
  /** The newest login token for the keeper; null: none. */
  readonly token: string | null
  readonly told: ToldOrders
  /** How much longer than its expiration an order may rest because the clocks differ, in ms. */
  readonly clockAllowanceMs: number
  /** Watches the daemon from the moment it may place orders; null: not yet. */
  readonly vigil: Vigil | null
  readonly isStopping: boolean
  readonly stopped: Said<'stopped'> | null
  /** The daemon's answer to a request that the keeper passed on; undefined: none yet. */
  acted(key: string): AskedAnswer | undefined
}

/** Creates an empty state; `onMessage` is called after each message was applied. */
export function createDaemonNews(onMessage: (message: DaemonMessage) => void): DaemonNews {
  const told = createToldOrders()
  let hello: Said<'hello'> | null = null
  const markets = new Map<number, { readonly id: string; readonly strategy: string | null }>()
  let token: string | null = null
  let offsetMs: number | null = null
  let vigil: Vigil | null = null
  let isStopping = false
  let stopped: Said<'stopped'> | null = null
  const acted = new Map<string, AskedAnswer>()
  const take = (message: DaemonMessage): void => {
    vigil?.hear(message)
    switch (message.kind) {
      case 'hello':
        hello = message
        break
      case 'joined':
        markets.set(message.index, message)
        break
      case 'login':
        token = message.token
        break
      case 'clock':
        offsetMs = message.offsetMs
        break
      case 'open':
        vigil = createVigil(hello?.unattendedMaxMs ?? 0)
        break
      case 'sent':
        told.sent(message.orders)
        break
      case 'gone':
        told.gone(message.orders)
        break
      case 'stopping':
        isStopping = true
        break
      case 'stopped':
        stopped = message
        break
      case 'acted':
        acted.set(message.answer.key, message.answer)
        break
      case 'wallet':
      case 'well':
      case 'blind':
      case 'hung':
      case 'door':
        break
      default:
        message satisfies never
    }
  }
  return {
    take: message => {
      take(message)
      onMessage(message)
    },
    marketAt: index => markets.get(index),
    get hello() {
      return hello
    },
    get token() {
      return token
    },
    told,
    get clockAllowanceMs() {
      return clockAllowanceMs(offsetMs, hello?.clockOffsetMaxMs ?? null)
    },
    get vigil() {
      return vigil
    },
    get isStopping() {
      return isStopping
    },
    get stopped() {
      return stopped
    },
    acted: key => acted.get(key),
  }
}
