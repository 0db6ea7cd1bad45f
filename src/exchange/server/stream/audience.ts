import { setTimeout as pause } from 'node:timers/promises'
import { SOCKET_CLOSES } from '../../../protocol/api/socket-codes.js'
import type { Connection } from './connection.js'
import type { StreamLimits } from './stream-limits.js'
import { messageFrame } from './text-frame.js'

/** All clients of the stream. */
export interface Audience {
  /** Number of clients. */
  readonly size: number
  /** Why one more client from this address is refused; `null`: it is accepted. */
  refuse(address: string): '429 Too Many Requests' | '503 Service Unavailable' | null
  add(connection: Connection): void
  remove(connection: Connection): void
  /**
   * Tells the present clients to reconnect, keeps delivering to them for `graceMs`, then closes them. Clients that connect meanwhile are accepted
   * and stay. Resolves when they are closed.
   */
  drain(graceMs: number): Promise<void>
  /** Holds back all bytes to the present clients for `ms` milliseconds. */
  stall(ms: number): void
  /** Refuses every new client from now on. */
  shut(): void
}

/** No clients yet. */
export const createAudience = (limits: StreamLimits): Audience => {
  const all = new Set<Connection>()
  const byAddress = new Map<string, number>()
  let isShut = false
  return {
    get size() {
      return all.size
    },
    refuse: address => {
      if (isShut || all.size >= limits.connections) return '503 Service Unavailable'
      return (byAddress.get(address) ?? 0) >= limits.connectionsAnAddress ? '429 Too Many Requests' : null
    },
    add: connection => {
      all.add(connection)
      byAddress.set(connection.address, (byAddress.get(connection.address) ?? 0) + 1)
    },
    remove: connection => {
      if (!all.delete(connection)) return
      const left = (byAddress.get(connection.address) ?? 1) - 1
      if (left > 0) byAddress.set(connection.address, left)
      else byAddress.delete(connection.address)
    },
    drain: async graceMs => {
      const told = [...all]
      const notice = messageFrame('reconnect', { graceMs })
      for (const connection of told) connection.send(notice)
      if (told.length > 0 && graceMs > 0) await pause(graceMs)
      for (const connection of told) connection.end(SOCKET_CLOSES.draining)
    },
    stall: ms => {
      for (const connection of all) connection.stall(ms)
    },
    shut: () => {
      isShut = true
    },
  }
}
