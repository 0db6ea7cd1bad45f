import { describe, expect, test } from 'vitest'
import type { Note } from '../../../../src/exchange/server/log/note.js'
import { createCatalog } from '../../../../src/exchange/server/read-models/catalog.js'
import { blockAt, createChainLedger } from '../../../../src/exchange/server/read-models/chain-ledger.js'
import type { CategoryText, MarketText } from '../../../../src/exchange/server/text/market-text.js'

const category = {
  id: 1,
  slug: 'ships',
  title: 'Ships',
  negRiskOnChainId: '0xAB01',
  tags: [],
  startsAt: '',
  endsAt: null,
} as unknown as CategoryText

const words = (id: number, conditionId: string): Note =>
  ({
    kind: 'market-words',
    at: 0,
    words: { id, title: `Ship ${id}`, conditionId, tokens: [`${id}1`, `${id}2`], category } as unknown as MarketText,
  }) as Note

/** The time of the block with a number, in microseconds. */
const timeOf = (block: number): number => block * 3_000_000

const mined = (number: number, at: number): Note =>
  ({
    ...{ kind: 'transaction', at, hash: `0x${number}`, from: '0x1', to: null, nonce: number, value: '0', price: '1' },
    ...{ gasUsed: 1, isSuccess: true, raw: '0x' },
  }) as Note

describe('what /rpc finds without a walk over all of it', () => {
  test('is a market by its condition, by the newest one if that changed', () => {
    const catalog = createCatalog()
    catalog.hear?.(words(7, '0xAA'))
    catalog.hear?.(words(8, '0xBB'))
    expect([catalog.condition('0xaa')?.id, catalog.condition('0xBB')?.id, catalog.condition('0xcc')]).toEqual([7, 8, null])
    catalog.hear?.(words(7, '0xCC'))
    expect([catalog.condition('0xAA'), catalog.condition('0xCC')?.id]).toEqual([null, 7])
  })

  test('is a group of negative risk by its id on the chain', () => {
    const catalog = createCatalog()
    catalog.hear?.(words(7, '0xAA'))
    expect([catalog.group('0xab01')?.marketIds, catalog.group('0xab02')]).toEqual([[7], null])
  })

  test('is a block with its transactions, of which the oldest are forgotten', () => {
    const ledger = createChainLedger()
    expect(blockAt(timeOf(5))).toBe(5)
    for (let number = 0; number < 3; number++) ledger.hear?.(mined(number, timeOf(5)))
    ledger.hear?.(mined(3, timeOf(6)))
    const hashes = (block: number): readonly string[] => ledger.inBlock(block).map(({ hash }) => hash)
    expect([hashes(5), hashes(6), hashes(7)]).toEqual([['0x0', '0x1', '0x2'], ['0x3'], []])
    for (let number = 4; number < 10_002; number++) ledger.hear?.(mined(number, timeOf(7 + number)))
    expect([hashes(5), hashes(6), ledger.find('0x1')]).toEqual([['0x2'], ['0x3'], null])
    ledger.hear?.(mined(10_002, timeOf(20_000)))
    expect([hashes(5), hashes(6)]).toEqual([[], ['0x3']])
  })
})
