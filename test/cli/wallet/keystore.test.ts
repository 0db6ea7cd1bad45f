import { createCipheriv, scryptSync } from 'node:crypto'
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { ExitError } from '../../../src/cli/config/exit.js'
import { openKeystore } from '../../../src/cli/wallet/keystore.js'

const folder = mkdtempSync(join(tmpdir(), 'oddsmith-keystore-'))
const write = (name: string, text: string, mode = 0o600): string => {
  const file = join(folder, name)
  writeFileSync(file, text)
  chmodSync(file, mode)
  return file
}

/** The example of the keystore's own definition. */
const KEY = '0x7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d'
const keystore = (kdf: object): object => ({
  version: 3,
  id: '3198bc9c-6672-5ab3-d995-4942343ae5b6',
  crypto: { cipher: 'aes-128-ctr', ...kdf },
})
const PBKDF2 = keystore({
  cipherparams: { iv: '6087dab2f9fdbbfaddc31a909735c1e6' },
  ciphertext: '5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46',
  kdf: 'pbkdf2',
  kdfparams: {
    c: 262_144,
    dklen: 32,
    prf: 'hmac-sha256',
    salt: 'ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd',
  },
  mac: '517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2',
})
/** Sealed here, because the other example asks for more than scrypt allows. */
const seal = (passphrase: string): object => {
  const [salt, iv] = [Buffer.alloc(32, 7), Buffer.alloc(16, 9)]
  const derived = scryptSync(passphrase, salt, 32, { N: 4_096, r: 8, p: 1 })
  const cipher = createCipheriv('aes-128-ctr', derived.subarray(0, 16), iv)
  const sealed = Buffer.concat([cipher.update(Buffer.from(KEY.slice(2), 'hex')), cipher.final()])
  return keystore({
    cipherparams: { iv: iv.toString('hex') },
    ciphertext: sealed.toString('hex'),
    kdf: 'scrypt',
    kdfparams: { dklen: 32, n: 4_096, r: 8, p: 1, salt: salt.toString('hex') },
    mac: keccak256(Buffer.concat([derived.subarray(16, 32), sealed])).slice(2),
  })
}

describe('a keystore', () => {
  test.each([
    ['pbkdf2', PBKDF2],
    ['scrypt', seal('testpassword')],
  ])('that is encrypted opens with its passphrase (%s)', (name, text) => {
    const file = write(`${name}.json`, JSON.stringify(text), 0o644)
    expect(openKeystore(file, 'testpassword')).toBe(KEY)
    expect(() => openKeystore(file, 'wrong')).toThrow('the passphrase does not open it')
    expect(() => openKeystore(file, null)).toThrow('is encrypted; expected venue.passphrase')
  })

  test('that is a bare key is taken only if no other user can read it', () => {
    expect(openKeystore(write('bare', `${KEY}\n`), null)).toBe(KEY)
    expect(() => openKeystore(write('open', KEY, 0o644), null)).toThrow('expected mode 0600, found 0644')
  })

  test('whose fields are cut off names the field instead of blaming the passphrase', () => {
    const { crypto, ...rest } = seal('testpassword') as {
      readonly crypto: { readonly mac: string; readonly kdfparams: object }
    }
    const cut = { ...rest, crypto: { ...crypto, mac: crypto.mac.slice(1) } }
    expect(() => openKeystore(write('cut.json', JSON.stringify(cut)), 'testpassword')).toThrow('(wrong: crypto.mac)')
  })

  test('that is something else is refused without showing it', () => {
    const wrong = [write('text', 'correct horse'), write('half.json', '{"version":3,"crypto":{"secret":"correct horse"}}')]
    for (const file of [...wrong, join(folder, 'none')]) {
      const open = (): string => openKeystore(file, 'x')
      expect(open).toThrow(ExitError)
      expect(open).not.toThrow(/correct horse/)
    }
  })
})
