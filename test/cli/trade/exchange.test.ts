import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { ExitError } from '../../../src/cli/config/exit.js'
import { type ExchangeFlags, serveExchange } from '../../../src/cli/trade/exchange.js'
import { openStore } from '../../../src/exchange/server/log/store.js'
import { type Daemon, oddsmith } from '../../end-to-end/daemon.js'
import { runsOf } from '../../runs-of.js'

const folders: string[] = []
const running: Daemon[] = []

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'serve-exchange-'))
  folders.push(made)
  return made
}

const exchange = (...args: readonly string[]): Daemon => {
  const daemon = oddsmith(['exchange', '--crowd', 'none', ...args])
  running.push(daemon)
  return daemon
}

afterEach(async () => {
  for (const { child } of running) child.kill('SIGKILL')
  await Promise.all(running.splice(0).map(({ ended }) => ended))
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true })
})

const STOPS = ['SIGTERM', 'SIGINT'] as const
const BIN = resolve(import.meta.dirname, '../../../bin/oddsmith.js')

/** Options of Node by which a process writes each file that it loads into `list`, and sends itself SIGTERM as it loads one of them. */
const loadsInto = (list: string, last: string | null): readonly string[] => {
  const hook = `import { appendFileSync } from 'node:fs'
  export const load = (url, context, next) => {
    appendFileSync(${JSON.stringify(list)}, url + '\\n')
    if (url === ${JSON.stringify(last)}) process.kill(process.pid, 'SIGTERM')
    return next(url, context)
  }`
  const hooks = `data:text/javascript,${encodeURIComponent(hook)}`
  const register = `import { register } from 'node:module'; register(${JSON.stringify(hooks)})`
  return ['--import', `data:text/javascript,${encodeURIComponent(register)}`]
}

/** How a start ended that had to fail: its code, and the one line it said. */
const refusal = async (...args: readonly string[]): Promise<readonly [number | null, string]> => {
  const { code, stdout, stderr } = await exchange(...args).ended
  expect(stdout).toBe('')
  const lines = stderr.trimEnd().split('\n')
  expect(lines).toHaveLength(1)
  return [code, lines[0]?.replace(/^oddsmith: /, '') ?? '']
}

/** The same of a start in this process. */
const refused = async (flags: Partial<ExchangeFlags>): Promise<readonly [number | null, string]> => {
  const stop = { signal: null, first: new Promise<never>(() => undefined) }
  try {
    await serveExchange({ crowd: 'none', cors: [], ...flags }, stop)
  } catch (error) {
    if (error instanceof ExitError) return [error.code, error.message]
    throw error
  }
  throw new Error('the exchange started')
}

/** A world whose crowd follows a venue that is not there, on a port that was free a moment ago. */
const deserted = async (startWithinSeconds: number): Promise<{ readonly world: string; readonly host: string }> => {
  const server = createServer()
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  await new Promise(closed => server.close(closed))
  const crowd = { kind: 'live', baseUrl: `http://${host}`, wsUrl: `ws://${host}/ws`, startWithinSeconds }
  const world = join(folder(), 'world.yaml')
  writeFileSync(world, JSON.stringify({ data: ':memory:', crowd }))
  return { world, host }
}

test('an exchange that waits for the venue of its crowd ends at once when it is asked to, and has said what it waits for', async () => {
  const { world, host } = await deserted(600)
  const daemon = oddsmith(['exchange', '--world', world])
  running.push(daemon)
  expect(await daemon.says(/does not answer/)).toContain(host)
  daemon.child.kill('SIGTERM')
  const { code, stdout } = await daemon.ended
  expect([code, stdout]).toEqual([0, ''])
})

describe('an exchange that cannot start says why in a sentence, and what to do', () => {
  test('where the venue that its crowd follows does not answer', async () => {
    const { world, host } = await deserted(0)
    const { code, stderr } = await oddsmith(['exchange', '--world', world]).ended
    expect(code).toBe(1)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(stderr).toContain(`oddsmith: the venue that the crowd follows, ${host}, did not answer: `)
  })

  test('where another one has its data', async () => {
    const data = folder()
    await exchange('--data', data, '--json').says(/"baseUrl"/)
    expect(await refusal('--data', data)).toEqual([
      3,
      `another process uses the exchange's data in "${data}"; end it, or choose another folder`,
    ])
  })

  test('where its port is taken', async () => {
    const server = createServer()
    const port = await new Promise<number>(resolve => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
    })
    expect(await refusal('--data', ':memory:', '--port', String(port))).toEqual([
      1,
      `port ${port} of 127.0.0.1: it is taken; end what listens there, or choose another port (0 takes any free one)`,
    ])
    await new Promise(resolve => server.close(resolve))
  })

  test('where this machine has no such address', async () => {
    expect(await refused({ data: ':memory:', host: '192.0.2.7' })).toEqual([
      1,
      'port 0 of 192.0.2.7: this machine has no such address; choose one of its own, such as 127.0.0.1',
    ])
  })

  test('where its folder is a file, is under one, or holds what is no database', async () => {
    const made = folder()
    const file = join(made, 'file')
    writeFileSync(file, 'x'.repeat(10_000))
    for (const data of [file, join(file, 'below')])
      expect(await refused({ data })).toEqual([
        1,
        `the exchange's data in "${data}": a file stands where the folder would be; move it away, or choose another folder`,
      ])
    writeFileSync(join(made, 'exchange.db'), 'x'.repeat(10_000))
    expect(await refused({ data: made })).toEqual([
      1,
      `the exchange's data in "${made}": exchange.db is damaged or no database; put a copy of it in its place, or choose another folder`,
    ])
  })

  test('where this user may not write', () => {
    const made = folder()
    const [closed, shut] = [join(made, 'closed'), join(made, 'shut')]
    mkdirSync(closed)
    openStore(shut).close()
    for (const [path, mode] of [
      [join(shut, 'exchange.db'), 0o444],
      [shut, 0o555],
      [closed, 0o555],
      [made, 0o755],
    ] as const)
      chmodSync(path, mode)
    // No folder is closed to the superuser: then another user tries.
    const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
    for (const data of [closed, join(closed, 'below'), shut]) {
      const args = [BIN, 'exchange', '--crowd', 'none', '--data', data]
      const { status, stderr } = spawnSync(process.execPath, args, { ...user, encoding: 'utf8' })
      expect([status, stderr]).toEqual([
        1,
        `oddsmith: the exchange's data in "${data}": this user may not write there; give it the right to, or choose another folder\n`,
      ])
    }
    for (const path of [closed, shut]) chmodSync(path, 0o755)
  })

  test('where an origin is none', async () => {
    const [code, said] = await refused({ data: ':memory:', cors: ['https://desk.example', 'desk.example/page'] })
    expect([code, said]).toEqual([2, expect.stringContaining('--cors: expected an origin without a path')])
  })
})

describe('an exchange that is asked to stop ends in order', () => {
  test('SIGTERM or SIGINT at the ready line, and the next one starts', async () => {
    const data = folder()
    for (const signal of Array.from({ length: runsOf(5, 1) }, () => STOPS).flat()) {
      const daemon = exchange('--data', data, '--json')
      await daemon.says(/"baseUrl"/)
      daemon.child.kill(signal)
      expect(await daemon.ended).toMatchObject({ code: 0 })
    }
  })

  test('SIGTERM while it loads, and the next one starts', async () => {
    const [list, data] = [join(folder(), 'loaded'), folder()]
    const whole = oddsmith(['exchange', '--crowd', 'none', '--data', ':memory:', '--json'], {
      NODE_OPTIONS: loadsInto(list, null).join(' '),
    })
    running.push(whole)
    await whole.says(/"baseUrl"/)
    const files = readFileSync(list, 'utf8').trimEnd().split('\n')
    expect(files[0]).toMatch(/\/cli\/main\.js$/)
    expect(files.length).toBeGreaterThan(20)
    for (const part of runsOf(1, 0) === 1 ? [0, 0.2, 0.4, 0.6, 0.8, 1] : [0, 0.5, 1]) {
      const file = files[Math.round(part * (files.length - 1))] ?? ''
      const args = [...loadsInto(list, file), BIN, 'exchange', '--data', data, '--json']
      const { status, signal, stdout } = spawnSync(process.execPath, args, { timeout: 30_000 })
      expect([file, status, signal, String(stdout)]).toEqual([file, 0, null, ''])
    }
    await exchange('--data', data, '--json').says(/"baseUrl"/)
  })
})

test('pages of the origins that were named may read what an exchange answers', async () => {
  const daemon = exchange('--data', ':memory:', '--json', '--cors', 'https://desk.example', '--cors', 'http://localhost:5173')
  const { baseUrl, apiKey } = JSON.parse(await daemon.says(/"baseUrl"/)) as { baseUrl: string; apiKey: string }
  for (const origin of ['https://desk.example', 'http://localhost:5173']) {
    const { headers } = await fetch(`${baseUrl}/v1/tags`, { headers: { origin, 'x-api-key': apiKey } })
    expect(headers.get('access-control-allow-origin')).toBe(origin)
  }
})
