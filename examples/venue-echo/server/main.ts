import { startServer } from './start-server.js'

/** `npx jiti examples/venue-echo/server/main.ts`: an exchange with two markets, a crowd, and one account with 1,000. */
const server = await startServer({
  port: Number(process.env['ECHO_PORT'] ?? 7_411),
  markets: [
    { id: 'rain', question: 'Will it rain tomorrow?', endsAtMs: null },
    { id: 'goal', question: 'Will the home side score first?', endsAtMs: null },
  ],
  accounts: [{ name: 'me', secret: process.env['ECHO_SECRET'] ?? 'a-secret-of-this-machine', cash: 100_000 }],
  crowdSeed: 7,
})
process.stdout.write(`${JSON.stringify({ url: server.url, wsUrl: server.wsUrl })}\n`)
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => void server.close().then(() => process.exit(0)))
