import { expect, test } from 'vitest'
import { feedText, toldFeeds } from '../../../src/cli/screen/feed-text.js'
import { References } from '../../../src/engine/references.js'
import { Timestamp } from '../../../src/model/time.js'

const at = Timestamp.ofSeconds

test('references are told with their value, or with why and for how long there is none', () => {
  const references = new References()
  references.named('btc').take(60_000.123456789, at(10))
  references.named('eth').take(3_000, at(10))
  references.named('eth').tell('lost', 'the socket was closed', at(20))
  references.named('bnb')
  expect(feedText({ references }, at(32))).toBe(
    'btc 60000.123, eth LOST 12 s (the socket was closed), bnb LOST (no value has come yet)',
  )
  expect(toldFeeds({ references })).toEqual({
    btc: { state: 'live', value: 60_000.123456789 },
    eth: { state: 'lost', why: 'the socket was closed' },
    bnb: { state: 'lost', why: 'no value has come yet' },
  })
  expect(feedText({ references: new References() }, 0)).toBe('')
})
