import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openPaperWallet } from '../../../src/cli/wallet/paper-wallet.js'
import { createSigner } from '../../../src/protocol/sign.js'

const addressOf = (privateKey: string): string => createSigner({ privateKey, chainId: 97 }).address
const stateRoot = (): string => join(mkdtempSync(join(tmpdir(), 'oddsmith-state-')), 'state')

test('a world draws its wallet once and finds it again; its key is readable by its owner alone', () => {
  const root = stateRoot()
  const first = openPaperWallet({ stateRoot: root, venue: 'predict', world: 'paper', addressOf })
  expect(openPaperWallet({ stateRoot: root, venue: 'predict', world: 'paper', addressOf })).toEqual(first)
  expect(first.folder).toBe(join(root, `predict-${addressOf(first.privateKey).toLowerCase()}`))
  expect(statSync(join(first.folder, 'key.json')).mode & 0o777).toBe(0o600)
})

test('worlds have wallets of their own', () => {
  const root = stateRoot()
  const worlds = ['paper', 'recorded'].map(world => openPaperWallet({ stateRoot: root, venue: 'predict', world, addressOf }))
  expect(new Set(worlds.map(({ privateKey }) => privateKey)).size).toBe(2)
  expect(readdirSync(root)).toHaveLength(2)
})

test('a wallet file that was damaged is named, and its text is not shown', () => {
  const root = stateRoot()
  const { folder } = openPaperWallet({ stateRoot: root, venue: 'predict', world: 'paper', addressOf })
  writeFileSync(join(folder, 'key.json'), '{"privateKey":"0xsecret')
  expect(() => openPaperWallet({ stateRoot: root, venue: 'predict', world: 'paper', addressOf })).toThrow(
    /key\.json cannot be read: it is not what/,
  )
})
