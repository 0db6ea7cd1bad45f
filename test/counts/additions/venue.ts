import type { Addition } from '../addition.js'

const PROOF = `import { systemWires, Timestamp, USUAL_TIMINGS } from 'oddsmith/venue'
import { type VenueOnTrial, venueContract } from 'oddsmith/testing'
import { describe, expect, test } from 'vitest'
import { startServer } from '../../examples/additions/venue/server/start-server.js'
import { venue } from '../../examples/additions/venue/venue.js'
import { parseConfig } from '../../src/cli/config/config.js'

const clock = { now: () => Timestamp.ofMs(Date.now()), wallOffset: () => 0 }
const MARKETS = ['rain', 'goal'].map(id => ({ id, question: id, endsAtMs: null }))
const secretOf = (name: string): string => 'secret of ' + name
const walletOf = (account: string, epoch: number) => ({ wallet: { signer: { account, secret: secretOf(account) } }, epoch })

const open = async (): Promise<VenueOnTrial> => {
  const accounts = ['one', 'two'].map(name => ({ name, secret: secretOf(name), cash: 100_000 }))
  const server = await startServer({ port: 0, markets: MARKETS, accounts, crowdSeed: null })
  const opened = venue.open(
    { url: server.url, wsUrl: server.wsUrl, account: 'one', secret: secretOf('one') },
    {
      wires: systemWires(clock),
      timings: USUAL_TIMINGS,
      onNotice: () => undefined,
      secret: value => (typeof value === 'string' ? value : ''),
      complaint: (_, what) => new Error(what),
      keystore: () => '',
    },
  )
  return {
    venue: opened,
    clock,
    query: { ids: MARKETS.map(({ id }) => id) },
    wallets: [walletOf('one', 4_000), walletOf('two', 4_001)],
    close: async () => {
      opened.close()
      await server.close()
    },
  }
}

describe('a venue in a folder of its own keeps the contract of venues: it', () => {
  for (const { name, run } of venueContract(open)) test(name, run)
})

test('a config names a venue in a folder of its own', async () => {
  const fields = '{ name: ./additions/venue/venue.ts, url: "http://x", wsUrl: "ws://x", account: one, secret: { env: S } }'
  const { definition } = await parseConfig('examples/bot.yaml', 'venue: ' + fields + '\\nstrategies: [{ strategy: watch }]\\n')
  expect(definition.name).toBe(venue.name)
})
`

export const venue: Addition = {
  what: 'a venue',
  isNew: 'one file or package, named by `venue.name`',
  beginWith: '[docs/writing-a-venue.md](docs/writing-a-venue.md), `examples/venue-echo`',
  sourceMax: 0,
  files: { 'test/additions/venue.test.ts': PROOF },
  folder: { from: 'examples/venue-echo', to: 'examples/additions/venue' },
  edits: [],
  proofs: ['test/additions/venue.test.ts'],
}
