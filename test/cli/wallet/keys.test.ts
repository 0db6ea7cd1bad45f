import { EventEmitter } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type LoadedConfig, loadConfig, parseConfig, resolveSecret } from '../../../src/cli/config/config.js'
import { ExitError } from '../../../src/cli/config/exit.js'
import { askHidden } from '../../../src/cli/screen/ask-hidden.js'
import { askPassphrase } from '../../../src/cli/wallet/ask-passphrase.js'
import { addressInKeystore, openKeystore } from '../../../src/cli/wallet/keystore.js'
import { newKey } from '../../../src/cli/wallet/make-key.js'
import { readPassphrase } from '../../../src/cli/wallet/passphrase.js'
import { sealKey } from '../../../src/cli/wallet/seal-key.js'
import { exportKey } from '../../../src/cli/wallet/show-key.js'
import { createSigner } from '../../../src/protocol/sign.js'
import { oddsmith } from '../../end-to-end/daemon.js'

/** What must be in no output. */
const KEY = `0x${'c4a7'.repeat(16)}`
const PASSPHRASE = 'canary battery staple'
const ADDRESS = createSigner({ privateKey: KEY, chainId: 56 }).address

const folder = mkdtempSync(join(tmpdir(), 'oddsmith-keys-'))
const write = (name: string, text: string, mode = 0o600): string => {
  const file = join(folder, name)
  writeFileSync(file, text)
  chmodSync(file, mode)
  return file
}

const asking = { file: undefined, environment: {}, ask: null, keystore: 'wallet.json', isNew: false, warn: () => undefined }

describe('oddsmith keys', () => {
  const passphrase = ['--passphrase-file', write('passphrase', `${PASSPHRASE}\n`)]

  test('imports a key from a file into one that only its owner reads, shows neither key nor passphrase, and replaces nothing', async () => {
    const file = join(folder, 'wallet.json')
    const imported = await oddsmith(['keys', 'import', file, '--from', write('key', KEY), '--json', ...passphrase]).ended
    expect(imported.code, imported.stderr).toBe(0)
    expect(JSON.parse(imported.stdout)).toEqual({ file, address: ADDRESS })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const made = readFileSync(file, 'utf8')
    await expect(newKey(file, {})).rejects.toThrow('is never replaced')
    expect(readFileSync(file, 'utf8')).toBe(made)
    for (const secret of [KEY.slice(2), PASSPHRASE]) expect(imported.stdout + imported.stderr + made).not.toContain(secret)
  })

  test('a sealed key is opened by its passphrase alone, and its file says whose it is', () => {
    const text = seal()
    const file = write('sealed.json', text)
    expect(openKeystore(file, PASSPHRASE)).toBe(KEY)
    expect(() => openKeystore(file, `${PASSPHRASE} `)).toThrow('the passphrase does not open it')
    expect(addressInKeystore(file)).toBe(ADDRESS)
    expect(addressInKeystore(write('bare', KEY))).toBeNull()
    expect(JSON.parse(seal()).crypto.ciphertext).not.toBe(JSON.parse(text).crypto.ciphertext)
  })

  test('gives a key back on --yes only, on stdout alone', async () => {
    const file = write('exported.json', seal())
    await expect(exportKey(file, {})).rejects.toThrow('--yes agrees')
    const exported = await oddsmith(['keys', 'export', file, '--yes', ...passphrase]).ended
    expect([exported.stdout, exported.stderr]).toEqual([`${KEY}\n`, ''])
  })
})

/** As the command makes it, and soon opened. */
const seal = (): string => sealKey({ privateKey: KEY, passphrase: PASSPHRASE, address: ADDRESS, cost: 1_024 })

describe('a passphrase', () => {
  test('comes from a file first, then from systemd, then from a variable with a warning, then from a person', async () => {
    const credentials = mkdtempSync(join(tmpdir(), 'oddsmith-credentials-'))
    writeFileSync(join(credentials, 'oddsmith-passphrase'), 'of systemd\n')
    const warned: string[] = []
    const all = {
      ...asking,
      file: write('given', 'of the file\n'),
      environment: { CREDENTIALS_DIRECTORY: credentials, ODDSMITH_PASSPHRASE: 'of the variable' },
      ask: async () => 'of a person',
      warn: (text: string) => void warned.push(text),
    }
    expect(await readPassphrase(all)).toBe('of the file')
    expect(await readPassphrase({ ...all, file: undefined })).toBe('of systemd')
    expect(warned).toEqual([])
    const variable = { ODDSMITH_PASSPHRASE: 'of the variable' }
    expect(await readPassphrase({ ...all, file: undefined, environment: variable })).toBe('of the variable')
    expect(warned.join()).toMatch(/variable ODDSMITH_PASSPHRASE, which each program of this user can read/)
    expect(await readPassphrase({ ...all, file: undefined, environment: {} })).toBe('of a person')
    await expect(readPassphrase(asking)).rejects.toThrow('expected --passphrase-file')
  })

  test('of a new keystore is asked for twice and has eight letters', async () => {
    const answers = (...given: string[]) => ({ ...asking, isNew: true, ask: async () => given.shift() ?? '' })
    expect(await readPassphrase(answers(PASSPHRASE, PASSPHRASE))).toBe(PASSPHRASE)
    await expect(readPassphrase(answers(PASSPHRASE, 'another one'))).rejects.toThrow('the two passphrases differ')
    await expect(readPassphrase(answers('short', 'short'))).rejects.toThrow('at least 8')
  })

  test('is read from no file that others may read', async () => {
    await expect(readPassphrase({ ...asking, file: write('loose', PASSPHRASE, 0o644) })).rejects.toThrow(
      'found 0644; chmod 600',
    )
    await expect(readPassphrase({ ...asking, file: write('empty', '\n') })).rejects.toThrow('is empty')
  })

  test('is typed without being shown, and keys of editing are obeyed', async () => {
    const { terminal, states } = drawnTerminal()
    let shown = ''
    const answer = askHidden('Passphrase: ', terminal, text => {
      shown += text
    })
    terminal.emit('data', 'lost\u0015canarx\u007f')
    terminal.emit('data', 'y\u0001\r')
    expect(await answer).toBe('canary')
    expect(shown).toBe('Passphrase: \n')
    expect(states).toEqual([true, false])
    const stopped = askHidden('Passphrase: ', terminal, () => undefined)
    terminal.emit('data', 'a\u0003')
    await expect(stopped).rejects.toThrow('Ctrl-C')
    expect(states).toEqual([true, false, true, false])
  })
})

describe('a run whose config does not say where the passphrase is', () => {
  const loaded = async (fields = ''): Promise<LoadedConfig> => {
    write('asked.json', seal())
    return loadConfig(write('asked.yaml', LIVE.replace('keystore: k', `keystore: asked.json${fields}`)))
  }
  const typing = (...answers: readonly string[]) => {
    const { terminal } = drawnTerminal()
    const left = [...answers]
    let shown = ''
    const say = (text: string): void => {
      shown += text
      if (text.startsWith('Passphrase')) setImmediate(() => terminal.emit('data', `${left.shift()}\r`))
    }
    return { shown: () => shown, options: { terminal, say, environment: {} } }
  }

  test('asks at the terminal, three times at the most, and shows nothing of what is typed', async () => {
    const config = await loaded()
    const good = typing(`${PASSPHRASE}x`, PASSPHRASE)
    expect(await askPassphrase(config, good.options)).toBe(PASSPHRASE)
    expect(good.shown()).toMatch(/^Passphrase of \S+asked.json: \nit does not open \S+; 2 more tries\nPassphrase of [^\n]+\n$/)
    const bad = typing('one', 'two', 'three', PASSPHRASE)
    await expect(askPassphrase(config, bad.options)).rejects.toThrow('none of 3 passphrases opened the keystore')
    expect(bad.shown()).not.toMatch(/one\b|two|three/)
  })

  test('asks nothing without a terminal, under a supervisor, or where the config says where it is', async () => {
    const { options, shown } = typing(PASSPHRASE)
    expect(await askPassphrase(await loaded(), { ...options, terminal: null })).toBeNull()
    expect(await askPassphrase(await loaded(), { ...options, environment: { NOTIFY_SOCKET: '/run/systemd' } })).toBeNull()
    expect(await askPassphrase(await loaded(', passphrase: {env: X}'), options)).toBeNull()
    expect(shown()).toBe('')
  })
})

/** A terminal without a person: what it is told is noted, and keys are pressed by `emit`. */
function drawnTerminal() {
  const states: boolean[] = []
  const none = (): void => undefined
  const terminal = Object.assign(new EventEmitter(), {
    setRawMode: (isRaw: boolean) => void states.push(isRaw),
    setEncoding: none,
    resume: none,
    pause: none,
  })
  return { terminal, states }
}

describe('a secret of a config', () => {
  const source = async () => (await parseConfig(join(folder, 'live.yaml'), LIVE)).source

  test('stands in a file beside it or among the credentials of systemd', async () => {
    write('secret', 'hidden\n')
    const from = await source()
    const read = (secret: Parameters<typeof resolveSecret>[2], environment = {}): string =>
      resolveSecret(from, ['venue', 'passphrase'], secret, environment)
    expect(read({ file: 'secret' })).toBe('hidden')
    expect(read({ credential: 'secret' }, { CREDENTIALS_DIRECTORY: folder })).toBe('hidden')
    expect(() => read({ credential: 'secret' })).toThrow('LoadCredential=secret:')
    expect(() => read({ file: 'absent' })).toThrow(/live.yaml:1: venue.passphrase: the secret cannot be read: ENOENT/)
  })

  test.each([
    ['a field that is none', `'${KEY}': 1`],
    ['the name of its file', `keystore: '${KEY}'`],
    ['the name of the file of its passphrase', `keystore: k, passphrase: {file: '${KEY}'}`],
    ['an account', `privateKey: {env: X}, account: '${KEY}'`],
    ['a chain', `privateKey: {env: X}, chainId: '${KEY}'`],
    ['an address', `privateKey: {env: X}, baseUrl: '${KEY}'`],
  ])('that is written in place of %s is not shown', async (_, fields) => {
    const error = await complaintOf(`venue: {name: predict, wsUrl: 'ws://h', rpcUrl: 'http://h', ${fields}}`)
    expect(error).toBeInstanceOf(ExitError)
    expect(String(error)).not.toContain(KEY.slice(2, 40))
  })
})

const LIVE = `venue: {name: predict, baseUrl: 'http://h', wsUrl: 'ws://h', rpcUrl: 'http://h', keystore: k}
strategies: [{strategy: two-sided}]`

/** What is said of a config, or of opening its keystore. */
async function complaintOf(venue: string): Promise<unknown> {
  try {
    const text = /baseUrl/.test(venue) ? venue : venue.replace('wsUrl', "baseUrl: 'http://h', wsUrl")
    const { own, source } = await parseConfig(join(folder, 'live.yaml'), `${text}\nstrategies: [{strategy: two-sided}]`)
    const { keystore = '', passphrase = '' } = own as { keystore?: string; passphrase?: Parameters<typeof resolveSecret>[2] }
    if (passphrase !== '') resolveSecret(source, ['venue', 'passphrase'], passphrase, {})
    return openKeystore(join(folder, keystore), null)
  } catch (error) {
    return error
  }
}
