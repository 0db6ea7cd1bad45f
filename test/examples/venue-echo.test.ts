import { type VenueOnTrial, venueContract } from 'oddsmith/testing'
import { type OpenVenue, systemWires, Timestamp, USUAL_TIMINGS } from 'oddsmith/venue'
import { describe, test } from 'vitest'
import type { EchoServer } from '../../examples/venue-echo/server/start-server.js'
import { venue as echo } from '../../examples/venue-echo/venue.js'
import { ECHO_MARKETS, startEcho } from './start-echo.js'

const clock = { now: () => Timestamp.ofMs(Date.now()), wallOffset: () => 0 }

const openEcho = ({ url, wsUrl }: EchoServer, account: string): OpenVenue =>
  echo.open(
    { url, wsUrl, account, secret: `secret of ${account}` },
    {
      wires: systemWires(clock),
      timings: USUAL_TIMINGS,
      onNotice: () => undefined,
      secret: value => (typeof value === 'string' ? value : ''),
      complaint: (_, what) => new Error(what),
      keystore: () => '',
    },
  )

const open = async (): Promise<VenueOnTrial> => {
  const server = await startEcho()
  const venue = openEcho(server, 'one')
  return {
    venue,
    clock,
    query: { ids: ECHO_MARKETS.map(({ id }) => id) },
    wallets: [
      { wallet: { signer: { account: 'one', secret: 'secret of one' } }, epoch: 4_000 },
      { wallet: { signer: { account: 'two', secret: 'secret of two' } }, epoch: 4_001 },
    ],
    close: async () => {
      venue.close()
      await server.close()
    },
  }
}

describe('a venue of another make keeps the contract of venues: it', () => {
  for (const { name, run } of venueContract(open)) test(name, run)
})
