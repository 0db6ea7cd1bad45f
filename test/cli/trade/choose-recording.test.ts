import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadConfig, parseConfig } from '../../../src/cli/config/config.js'
import { chooseRecording } from '../../../src/cli/trade/choose-recording.js'

const SAMPLE = resolve('data/sample/harbour.ndjson.gz')
const paper = () => loadConfig('config/paper.yaml')
const recorded = () => loadConfig('config/recorded.yaml')
const embeddedOf = (loaded: Awaited<ReturnType<typeof paper>>) => loaded.config.venue.embedded

describe('which recording a run plays', () => {
  test('is the one its config names, seen from the config', async () => {
    expect(embeddedOf(chooseRecording(await recorded(), {}))).toMatchObject({
      world: 'recorded',
      crowd: { kind: 'recorded', file: SAMPLE, speed: 4, loop: true },
    })
  })

  test('is the one a person names instead, at its own speed and once', async () => {
    expect(
      embeddedOf(chooseRecording(await recorded(), { recording: 'data/sample/harbour.ndjson.gz', speed: '10' }))?.crowd,
    ).toEqual({
      kind: 'recorded',
      file: SAMPLE,
      speed: 10,
      loop: false,
    })
  })

  test('takes the place of a synthetic crowd in a world of its own', async () => {
    expect(embeddedOf(chooseRecording(await paper(), { recording: SAMPLE }))).toMatchObject({
      world: 'paper-recorded',
      crowd: { kind: 'recorded', speed: 1 },
    })
    expect(chooseRecording(await paper(), {}).config).toEqual((await paper()).config)
  })

  test('is refused with a sentence where it is missing, has no speed, or nothing could play it', async () => {
    const [one, other] = [await paper(), await recorded()]
    expect(() => chooseRecording(one, { recording: 'nowhere.gz' })).toThrow('there is no recording at')
    expect(() => chooseRecording(one, { speed: '10' })).toThrow('--speed: expected a recording to play')
    expect(() => chooseRecording(other, { speed: '-1' })).toThrow('--speed: expected a number up to 1000, found "-1"')
    const live = await parseConfig(
      'live.yaml',
      `venue:
  name: predict
  baseUrl: https://venue.test
  wsUrl: wss://venue.test
  rpcUrl: https://venue.test/rpc
  privateKey: { env: KEY }
strategies:
  - strategy: two-sided
`,
    )
    expect(() => chooseRecording(live, { recording: SAMPLE })).toThrow('only an embedded exchange plays a recording')
  })
})
