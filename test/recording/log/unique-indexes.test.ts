import { expect, test } from 'vitest'
import type { InputLog } from '../../../src/recording/log/input-log.js'
import type { LogRecord } from '../../../src/recording/log/log-record.js'
import { withUniqueIndexes } from '../../../src/recording/log/unique-indexes.js'
import { WanderingMarkets } from '../../engine/wandering-markets.js'

const logOf = ({ bench }: WanderingMarkets): InputLog => ({
  header: { markets: bench.markets } as InputLog['header'],
  isCutShort: false,
  records: async function* () {
    yield bench.inputs
  },
})

/** Which market each order of a log is in, by what joined before it. */
async function marketsOf(log: InputLog): Promise<{ readonly orders: readonly string[]; readonly indexes: readonly number[] }> {
  const ids = new Map<number, string>(log.header.markets.map(({ index, id }) => [index, id]))
  const orders: string[] = []
  const indexes: number[] = [...ids.keys()]
  const take = (record: LogRecord): void => {
    if (record.kind === 'mark')
      for (const command of record.commands)
        if (command.kind === 'submit') orders.push(`${command.id} ${ids.get(command.order.market)}`)
    if (record.kind !== 'frame' || !('event' in record.frame) || record.frame.event.kind !== 'joined') return
    const { index, id } = record.frame.event.market
    ids.set(index, id)
    indexes.push(index)
  }
  for await (const records of log.records()) for (const record of records) take(record)
  return { orders, indexes }
}

test('each join has an index of its own, and the orders of a log stay in their markets', async () => {
  const log = logOf(new WanderingMarkets(21).run(500))
  const [before, after] = [await marketsOf(log), await marketsOf(withUniqueIndexes(log))]
  expect(before.orders.length).toBeGreaterThan(50)
  expect(after.orders).toEqual(before.orders)
  expect(new Set(before.indexes).size).toBeLessThan(before.indexes.length)
  expect(new Set(after.indexes).size).toBe(after.indexes.length)
})

test('a log in which no index has two markets comes as it is', async () => {
  const log = logOf(new WanderingMarkets(21).run(20))
  for await (const records of withUniqueIndexes(log).records())
    for (const [at, record] of records.entries()) expect(record).toEqual((await firstOf(log))[at])
})

const firstOf = async (log: InputLog): Promise<readonly LogRecord[]> => {
  for await (const records of log.records()) return records
  return []
}
