import { expect, test } from 'vitest'
import { parseConfig } from '../../../src/cli/config/config.js'
import { openVenue } from '../../../src/cli/wallet/open-venue.js'
import { Timestamp } from '../../../src/model/time.js'
import { OWNER } from '../../protocol/vectors.js'

const clock = { now: () => Timestamp.of(0), wallOffset: () => 0 }
const walletOf = async (account: string): Promise<unknown> => {
  const loaded = await parseConfig(
    'live.yaml',
    `venue:
  name: predict
  baseUrl: http://127.0.0.1:1
  wsUrl: ws://127.0.0.1:1
  rpcUrl: http://127.0.0.1:1
  privateKey: "0x${'11'.repeat(32)}"
  account: "${account}"
strategies: [{ strategy: two-sided }]
`,
  )
  const venue = await openVenue({ loaded, stanza: null, clock, environment: {} })
  try {
    return (await venue.wallet()).account
  } finally {
    venue.close()
  }
}

test('an account with a mistyped character is refused with file and line, before any order is signed for it', async () => {
  await expect(walletOf(OWNER.replace('19E7', '19E8'))).rejects.toThrow(
    /^live\.yaml:7: venue\.account: expected an address whose letter case is its checksum/,
  )
})

test('an account in small letters trades under its address with the checksum', async () => {
  expect(await walletOf(OWNER.toLowerCase())).toBe(OWNER)
})
