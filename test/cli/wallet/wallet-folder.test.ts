import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findWalletFolder } from '../../../src/cli/wallet/wallet-folder.js'

const WALLET = `0x${'1'.repeat(40)}`

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'oddsmith-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const find = (wallet?: string): Promise<string> => findWalletFolder({ home, wallet, environment: {} })
const UNREADABLE = /could not be read: run this command as the user that owns it \(E/

// A link to itself cannot be read by any user; the rights of a folder do not stop root.
test('a folder that this user may not read is named, and not taken for one without a journal', async () => {
  const folder = join(home, 'state', `predict-${WALLET}`)
  mkdirSync(folder, { recursive: true })
  symlinkSync('journal.db', join(folder, 'journal.db'))
  await expect(find(WALLET)).rejects.toThrow(UNREADABLE)
  rmSync(join(folder, 'journal.db'))
  await expect(find(WALLET)).rejects.toThrow('that wallet has no journal')
  writeFileSync(join(folder, 'journal.db'), '')
  expect(await find(WALLET)).toBe(folder)
  expect(await find()).toBe(folder)
})

test('neither is a folder with all wallets', async () => {
  await expect(find()).rejects.toThrow('contains no wallet yet')
  symlinkSync('state', join(home, 'state'))
  await expect(find()).rejects.toThrow(UNREADABLE)
})
