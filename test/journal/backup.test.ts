import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { backUp } from '../../src/journal/backup.js'
import { openJournal } from '../../src/journal/journal.js'
import { at, market, signed } from './lines.js'
import { sessionFile } from './session-file.js'

test('copies a journal that is being written: what stood when it began is in the copy', async () => {
  const { file } = sessionFile(100)
  const journal = openJournal(file, { epoch: 7 })
  journal.save({ at: at(0), markets: [market('a', 0)], state: null })
  journal.append({ at: at(1), entries: [], orders: [signed(70_001)] })
  const to = join(dirname(file), 'copy.db')
  const copied = backUp(file, to)
  journal.append({ at: at(2), entries: [], orders: [signed(70_002)] })
  expect(await copied).toBeGreaterThan(0)
  const copy = openJournal(to, { epoch: 0, isReadOnly: true })
  expect(copy.rows.orders(9_999).map(({ id }) => id)).toContain('7-70001')
  expect(journal.rows.orders(1)).toMatchObject([{ id: '7-70002' }])
  expect(existsSync(`${to}.part`)).toBe(false)
})

test('does not replace a file, and leaves nothing of a copy of what is damaged', async () => {
  const { file } = sessionFile(100)
  await expect(backUp(file, file)).rejects.toThrow('is there already')
  const bytes = readFileSync(file)
  bytes.fill(0x5a, 4_096 * 8, 4_096 * 12)
  writeFileSync(file, bytes)
  const to = join(dirname(file), 'copy.db')
  await expect(backUp(file, to)).rejects.toThrow(/damaged/)
  expect([existsSync(to), existsSync(`${to}.part`)]).toEqual([false, false])
})
