import { expect, test } from 'vitest'
import { createManualClock } from '../../../src/testing/manual-clock.js'
import { createForeignTeller } from '../../../src/venues/predict/tell-foreign.js'

test('what another program does with the wallet is told at once, and then once a minute with how often', () => {
  const clock = createManualClock()
  const said: string[] = []
  const tell = createForeignTeller((text, fields) => said.push(`${text} ${JSON.stringify(fields)}`), clock)
  for (let second = 0; second < 61; second++) {
    tell({ type: 'orderAccepted', order: `0x${second}`, market: '1001' })
    clock.advance(1_000)
  }
  expect(said).toEqual([
    'the wallet was changed by something other than this run: one wallet should have one writer {"type":"orderAccepted","order":"0x0","market":"1001"}',
    'the wallet was changed 60 times by something other than this run: one wallet should have one writer {"type":"orderAccepted","order":"0x60","market":"1001"}',
  ])
})
