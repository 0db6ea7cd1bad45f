import { createDoorTokens } from '../door-tokens.js'
import { createLoopbackServer, HOST, portOf } from '../loopback-server.js'
import { createFleetApp } from './fleet-app.js'
import type { FleetDaemon } from './fleet-daemons.js'

/** The page of a fleet while it is served. */
export interface ServedFleet {
  readonly url: string
  /** An address that opens the page once, within a minute. */
  address(): string
  end(): Promise<void>
}

export interface FleetOptions {
  /** 0: any free port. */
  readonly port: number
  /** The present daemons. */
  readonly daemons: () => readonly FleetDaemon[]
}

/** Serves one page of several daemons, on loopback only. Rejects with the system's error if the port is taken. */
export async function serveFleet({ port, daemons }: FleetOptions): Promise<ServedFleet> {
  const tokens = createDoorTokens([])
  const server = createLoopbackServer(createFleetApp({ tokens, daemons, port: () => portOf(server) }))
  await new Promise<void>((opened, failed) => {
    server.once('error', failed)
    server.listen(port, HOST, opened)
  })
  const url = `http://${HOST}:${portOf(server)}`
  return {
    url,
    address: () => `${url}/#code=${tokens.code()}`,
    end: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
