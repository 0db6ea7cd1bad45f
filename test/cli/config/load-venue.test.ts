import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseConfig } from '../../../src/cli/config/config.js'
import { loadFormat } from '../../../src/cli/config/load-format.js'
import { folderOfLogged } from '../../../src/cli/config/load-plugin.js'
import { chooseOrderLife } from '../../../src/cli/config/order-life.js'
import { runDecoders, venueDecoders } from '../../../src/cli/config/run-decoders.js'
import { venueOf } from '../../../src/cli/config/venue-of-run.js'
import { openVenue } from '../../../src/cli/wallet/open-venue.js'
import { accountIn, isWalletName, walletName } from '../../../src/cli/wallet/wallet-name.js'
import { assemble } from '../../../src/recording/assemble.js'
import { builtInDecoders } from '../../../src/recording/log/log-decoders.js'
import { createSystemClock } from '../../../src/runtime/system-clock.js'

const folder = mkdtempSync(join(tmpdir(), 'oddsmith-venue-'))
const config = join(folder, 'live.yaml')

/** A venue of one's own whose methods only hand back what they were given. */
const MINE = `import { secretSchema, VenueError, z } from 'oddsmith/venue'
export const venue = {
  name: 'mine',
  version: 1,
  config: z.strictObject({ url: z.string(), apiSecret: secretSchema }),
  windows: [{ route: 'create', calls: 7, perMs: 1_000 }],
  cancelsPerCall: 20,
  orderLifeMinSeconds: 45,
  profile: { name: 'mine', fees: {}, minValue: 0n },
  decoder: markets => ({ decode: () => [{ kind: 'left', market: markets.length, at: 1, receivedAt: 2 }] }),
  open: (config, parts) => ({
    url: config.url,
    error: VenueError,
    wallet: () => ({ account: 'me', signer: parts.secret(config.apiSecret, 'apiSecret') }),
  }),
}
`
writeFileSync(join(folder, 'mine.ts'), MINE)

const written = (venue: string): string => `venue: ${venue}\nstrategies: [{strategy: two-sided}]\n`
const load = (venue: string) => parseConfig(config, written(venue))
const complaintOf = async (venue: string): Promise<string> =>
  load(venue).then(
    () => 'no complaint',
    (error: Error) => error.message.replaceAll(folder, ''),
  )

describe('a venue of one’s own', () => {
  test('is loaded by its file, seen from the config, and gets the fields of its own schema', async () => {
    const loaded = await load('{name: ./mine.ts, url: here, apiSecret: {env: MINE}, startWithinSeconds: 3}')
    expect(loaded.definition.name).toBe('mine')
    expect(loaded.own).toEqual({ url: 'here', apiSecret: { env: 'MINE' } })
    expect(loaded.config.venue).toMatchObject({ startWithinSeconds: 3 })
  })

  test('gives a run its limits of calls where the config names none', async () => {
    const mine = '{name: ./mine.ts, url: here, apiSecret: s}'
    expect((await load(mine)).config.budget.windows).toEqual([{ route: 'create', calls: 7, perMs: 1_000 }])
    const own = await parseConfig(config, `${written(mine)}budget: {windows: [{route: trading, calls: 1, perMs: 5}]}\n`)
    expect(own.config.budget.windows).toEqual([{ route: 'trading', calls: 1, perMs: 5 }])
  })

  test('says how many orders one of its cancel requests holds, which a config of another venue leaves open', async () => {
    expect((await load('{name: ./mine.ts, url: here, apiSecret: s}')).config.budget.cancelsPerCall).toBe(20)
    expect((await load('{name: predict, embedded: {}}')).config.budget).not.toHaveProperty('cancelsPerCall')
  })

  test('has orders live no shorter than it takes them', async () => {
    const mine = '{name: ./mine.ts, url: here, apiSecret: s}'
    expect(chooseOrderLife(await load(mine), 1).seconds).toBe(46)
    const short = await parseConfig(config, `${written(mine)}requote: {orderLifeSeconds: 45}\n`)
    expect(() => chooseOrderLife(short, 1)).toThrow(
      'live.yaml:3: requote.orderLifeSeconds: venue mine takes orders that end 45 s after they were signed or later, and an end is a whole second; expected at least 46, or auto',
    )
  })

  test('reads its secrets from the variables that the config names', async () => {
    const loaded = await load('{name: ./mine.ts, url: here, apiSecret: {env: MINE}}')
    const options = { loaded, stanza: null, clock: createSystemClock() }
    const venue = await openVenue({ ...options, environment: { MINE: 'word' } })
    expect(await venue.wallet()).toEqual({ account: 'me', signer: 'word' })
    const without = await openVenue({ ...options, environment: {} })
    expect(() => without.wallet()).toThrow('venue.apiSecret: expected the variable MINE to be set, found nothing')
  })

  test('is named in the logs of its runs, by which its decoder is found again', async () => {
    const header = venueOf(await load('{name: ./mine.ts, url: here, apiSecret: s}'))
    expect(header).toEqual({ venue: 'mine', venuePlace: { name: './mine.ts', folder } })
    const decoder = (await venueDecoders(header))([])
    expect(decoder.decode({ source: 's', receivedAt: 2 as never, frame: '' })).toMatchObject([{ kind: 'left', market: 0 }])
    await expect(builtInDecoders(header)).rejects.toThrow('this input log is of venue mine (./mine.ts)')
    const gone = { ...header, venuePlace: { name: './gone.ts', folder } }
    await expect(venueDecoders(gone)).rejects.toThrow('is of venue mine, whose decoder cannot be loaded: no venue file at')
    expect(venueOf(await load('{name: predict, embedded: {}}'))).toEqual({ venue: 'predict' })
  })

  test('is not loaded for a log that names no full path: the file may have come with a log of others', async () => {
    const why = 'the input log names the code "./mine.ts" without its full path, which no run does; it is not loaded'
    const place = { name: './mine.ts', folder: relative('.', folder) }
    await expect(venueDecoders({ venue: 'mine', venuePlace: place })).rejects.toThrow(why)
    const feed = { name: 'f', source: './mine.ts', folder: null, config: {} }
    await expect(runDecoders({ venue: 'predict', feeds: [feed] })).rejects.toThrow(why)
    expect(() => folderOfLogged('./mine.ts', null)).toThrow(why)
    expect([folderOfLogged('two-sided', null), folderOfLogged('./mine.ts', folder)]).toEqual(['.', folder])
  })
})

test.each([
  ['a misspelt name', '{name: predikt}', '/live.yaml:1: venue.name: there is no venue "predikt"; did you mean "predict"?'],
  ['no such file', '{name: ./none.ts}', '/live.yaml:1: venue.name: no venue file at /none.ts'],
  ['a field that it does not have', '{name: ./mine.ts, url: u, apiSecret: s, apisecret: t}', 'did you mean "apiSecret"?'],
  ['a field of every venue, misspelt', '{name: ./mine.ts, url: u, apiSecret: s, embeded: {}}', 'did you mean "embedded"?'],
  ['a field that is missing', '{name: ./mine.ts, apiSecret: s}', '/live.yaml:1: venue.url: expected a string, found nothing'],
  [
    'an embedded exchange of another protocol',
    '{name: ./mine.ts, embedded: {}}',
    '/live.yaml:1: venue.embedded: venue mine speaks another protocol than the embedded exchange',
  ],
])('a config that is wrong about its venue is refused with file and line: %s', async (_, venue, complaint) => {
  expect(await complaintOf(venue)).toContain(complaint)
})

test('a definition that lacks something is refused with each thing that is missing', async () => {
  writeFileSync(
    join(folder, 'half.ts'),
    `export const venue = { name: 'Half', version: 1, cancelsPerCall: 0, open: () => null }`,
  )
  const complaint = await complaintOf('{name: ./half.ts}')
  expect(complaint).toContain('in "venue" expected name to be small letters, digits and dashes, found "Half"')
  for (const field of [
    'cancelsPerCall to be a whole number from 1 to 100',
    'config to be a zod schema',
    'decoder to be a function',
  ])
    expect(complaint).toContain(field)
})

test('a wallet’s folder names venue and account, and tells the account again', () => {
  const name = walletName('venue-echo', 'Me_1')
  expect(name).toBe('venue-echo-me_1')
  expect(isWalletName(name)).toBe(true)
  expect(accountIn(join('state', name))).toBe('me_1')
  expect(accountIn(walletName('predict', '0xAB'))).toBe('0xab')
  expect(['lost+found', 'README'].filter(isWalletName)).toEqual([])
})

test('a recording format of one’s own is loaded by its file and read by this thread', async () => {
  writeFileSync(
    join(folder, 'lines.ts'),
    `import { groupOf, notQuoted } from 'oddsmith/venue'
export const format = {
  name: 'lines',
  isFormat: line => line.startsWith('L'),
  open: async files => [{
    markets: [], startsAt: 1, isReference: false, knowsFees: true, files, quoted: notQuoted,
    read: async function* () { yield groupOf([{ kind: 'reference', name: 'p', value: 3, at: 1, receivedAt: 1 }]) },
  }],
}
`,
  )
  mkdirSync(join(folder, 'data'), { recursive: true })
  const file = join(folder, 'data', 'a.txt')
  writeFileSync(file, 'L1\n')
  const format = await loadFormat('./lines.ts', folder)
  const assembly = await assemble([file], { format, threads: 1 })
  const rows: number[] = []
  for await (const { events } of assembly.chunks()) rows.push(events.length)
  expect([assembly.format, rows]).toEqual(['lines', [1]])
  await expect(loadFormat('kalshy', folder)).rejects.toThrow('there is no format "kalshy"; did you mean "kalshi"?')
  await expect(loadFormat('atuo', folder)).rejects.toThrow('there is no format "atuo"; did you mean "auto"?')
})
