import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { loadConfig } from '../../../src/cli/config/config.js'
import { examineSetup } from '../../../src/cli/trade/examine-setup.js'
import { openKeystore } from '../../../src/cli/wallet/keystore.js'
import { type CrowdOptions, type RunningExchange, startExchange, type WrittenFault } from '../../../src/exchange.js'
import { createSystemClock } from '../../../src/runtime/system-clock.js'
import { USUAL_TIMINGS } from '../../../src/venues/feed-timings.js'
import type { Finding } from '../../../src/venues/finding.js'
import type { OpenVenue } from '../../../src/venues/venue-definition.js'
import { systemWires } from '../../../src/venues/wires/system-wires.js'
import type { SocketWire, SocketWireOptions, Wires } from '../../../src/venues/wires/wires.js'
import { createOperator, type OperatorClient } from '../../exchange/server/operator-client.js'

/** An exchange with a wallet, and a config of a run there. */
export interface DoctorPlace {
  readonly exchange: RunningExchange
  readonly operator: OperatorClient
  readonly home: string
  readonly config: string
  /** What doctor finds while the exchange does these things wrong. */
  examine(faults: readonly WrittenFault[], spends?: boolean): Promise<readonly Finding[]>
  /** What the venue finds while it begins to do these things wrong as its stream is listened to. */
  examineWhile(faults: readonly WrittenFault[]): Promise<readonly Finding[]>
  close(): Promise<void>
}

const LISTEN_MS = 1_000
const QUESTIONS = ['Will it rain?', 'Will it snow?', 'Will it hail?', 'Will it thaw?']

/** Starts an exchange with four markets, lively ones where it has a crowd, and writes a config for one of its accounts, with the key in a file. */
export async function openDoctorPlace(crowd: CrowdOptions = { kind: 'synthetic', noiseASecond: 4 }): Promise<DoctorPlace> {
  const exchange = await startExchange({
    seed: 3,
    crowd,
    settlementMs: 120,
    markets: QUESTIONS.map(question => ({ question, endsInMinutes: null })),
    rateLimits: null,
  })
  const operator = createOperator(exchange)
  const home = mkdtempSync(join(tmpdir(), 'oddsmith-doctor-'))
  const config = join(home, 'live.yaml')
  writeFileSync(join(home, 'key'), exchange.accounts[0]?.privateKey ?? '', { mode: 0o600 })
  const { baseUrl, wsUrl, rpcUrl, apiKey } = exchange
  const venue = { name: 'predict', baseUrl, wsUrl, rpcUrl, apiKey, chainId: 97, keystore: 'key' }
  writeFileSync(config, `venue: ${JSON.stringify(venue)}\nstrategies: [{strategy: two-sided}]\n`)
  return {
    exchange,
    operator,
    home,
    config,
    examine: async (faults, spends = false) => {
      for (const fault of faults) await operator.done('/faults', fault)
      try {
        const spend = spends ? { isAgreed: true } : null
        return await examineSetup(config, { home, listenMs: LISTEN_MS, spend, onFinding: () => undefined })
      } finally {
        await operator.done('/faults/clear')
      }
    },
    examineWhile: async faults => {
      const setting: Promise<unknown>[] = []
      const set = (): void => void setting.push(...faults.map(fault => operator.done('/faults', fault)))
      const venue = await openListened(config, set)
      try {
        const markets = await venue.markets({ open: true })
        return (await venue.examine?.({ markets, clockOffsetMaxMs: null, listenMs: LISTEN_MS })) ?? []
      } finally {
        venue.close()
        await Promise.all(setting)
        await operator.done('/faults/clear')
      }
    },
    close: async () => {
      await exchange.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** Opens the venue of a config; `onListen` is called once its stream has answered each subscription. */
async function openListened(config: string, onListen: () => void): Promise<OpenVenue> {
  const { definition, own, source } = await loadConfig(config)
  const wires = systemWires(createSystemClock())
  return definition.open(own, {
    wires: {
      ...wires,
      openSocket: (url, options) => openSubscribed(wires, url, options, onListen),
    },
    timings: USUAL_TIMINGS,
    onNotice: () => undefined,
    secret: value => (typeof value === 'string' ? value : ''),
    complaint: (field, what) => new Error(`${field}: ${what}`),
    keystore: (file, passphrase) => openKeystore(resolve(source.file, '..', file), passphrase),
  })
}

/** A socket that tells when the last of the subscriptions that it began with was answered. */
function openSubscribed(wires: Wires, url: string, options: SocketWireOptions, onSubscribed: () => void): SocketWire {
  let isOpen = false
  let asked = 0
  const wire = wires.openSocket(url, {
    ...options,
    onOpen: () => {
      options.onOpen()
      isOpen = true
    },
    onText: text => {
      if (new RegExp(`"requestId":${asked}\\b`).test(text)) onSubscribed()
      options.onText(text)
    },
  })
  return {
    ...wire,
    send: text => {
      if (!isOpen) asked += 1
      wire.send(text)
    },
  }
}
