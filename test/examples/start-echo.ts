import { type EchoServer, startServer } from '../../examples/venue-echo/server/start-server.js'

export const ECHO_MARKETS = ['rain', 'goal'].map(id => ({ id, question: `${id}?`, endsAtMs: null }))

/** Starts the example's exchange with two accounts; its crowd trades by the seed, and `null` leaves the crowd out. */
export const startEcho = (crowdSeed: number | null = null): Promise<EchoServer> =>
  startServer({
    port: 0,
    markets: ECHO_MARKETS,
    accounts: ['one', 'two'].map(name => ({ name, secret: `secret of ${name}`, cash: 100_000 })),
    crowdSeed,
  })
