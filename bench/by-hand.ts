import { Decimal } from 'decimal.js'
import { bytesToHex, hashMessage, hashTypedData, hexToBytes, keccak256 } from 'viem/utils'
import { fixedDecimals } from '../src/exchange/server/rows/fixed-decimals.js'
import { Price, Wei } from '../src/model/money.js'
import { plainMarket } from '../src/model/plain-market.js'
import { Timestamp } from '../src/model/time.js'
import { createDecoder, FrameSource } from '../src/protocol/decode.js'
import { fromHex, toHex } from '../src/protocol/hex.js'
import { keccak } from '../src/protocol/keccak.js'
import { kernelDigest, messageDigest } from '../src/protocol/message-hash.js'
import type { Bench, Row } from './bench.js'
import { type Contender, interleave } from './rounds.js'

/** What is done with each order or push, by code of this project and by the package that could do it instead. */
interface Pair {
  readonly what: string
  readonly byHand: () => void
  readonly byPackage: () => void
  readonly against: string
}

/** Below this the package should do it: less code is worth more. */
const FASTER_LEAST = 1.25

/** Each thing that is written by hand although a package of the project has it, against that package. */
export const bench: Bench = {
  name: 'by-hand',
  run: async ({ isQuick }) => {
    const pairs = makePairs()
    const contenders = pairs.flatMap(({ what, byHand, byPackage }): readonly Contender[] => [
      { name: `${what} by hand`, call: byHand },
      { name: `${what} by package`, call: byPackage },
    ])
    const times = interleave(contenders, isQuick ? { rounds: 3, msPerRound: 20 } : { rounds: 11, msPerRound: 100 })
    return pairs.map(({ what, against }) => rowOf(what, against, times))
  },
}

function rowOf(what: string, against: string, times: ReadonlyMap<string, number>): Row {
  const [byHand = Number.NaN, byPackage = Number.NaN] = [times.get(`${what} by hand`), times.get(`${what} by package`)]
  const ratio = byPackage / byHand
  return { what, value: byHand / 1e3, unit: 'us', ratio, against, budget: `>= ${FASTER_LEAST}x`, holds: ratio >= FASTER_LEAST }
}

function makePairs(): readonly Pair[] {
  const [order, digest] = [Buffer.alloc(416, 7), Buffer.alloc(32, 9)]
  const [hash, signature] = [bytesToHex(digest), bytesToHex(Buffer.alloc(65, 5))]
  const wallet = { chainId: 56, account: `0x${'2b'.repeat(20)}` } as const
  const shares = Wei.of(123_456_789_012_345_678_901n)
  return [
    { what: 'keccak of an order', byHand: () => void keccak(order), byPackage: () => void keccak256(order), against: 'viem' },
    {
      what: 'digest of a message',
      byHand: () => void messageDigest(digest),
      byPackage: () => void hashMessage({ raw: digest }),
      against: 'viem',
    },
    {
      what: 'digest of an order for a smart wallet',
      byHand: () => void kernelDigest(digest, wallet),
      byPackage: () => void hashTypedData(kernelData(hash, wallet)),
      against: 'viem',
    },
    {
      what: 'signature from hex and back',
      byHand: () => void toHex(fromHex(signature) ?? digest),
      byPackage: () => void bytesToHex(hexToBytes(signature)),
      against: 'viem',
    },
    {
      what: 'price onto its tick',
      byHand: () => void Price.floor(5_234.7, TICK),
      byPackage: () => void new Decimal(0.52347).div(0.01).floor().times(0.01).toNumber(),
      against: 'decimal.js',
    },
    {
      what: 'amount with three decimals',
      byHand: () => void fixedDecimals(shares, 3),
      byPackage: () => void new Decimal(`${shares}e-18`).toFixed(3, Decimal.ROUND_DOWN),
      against: 'decimal.js',
    },
    { what: 'push of a book', byHand: bookReader(''), byPackage: bookReader(' '), against: 'JSON.parse' },
  ]
}

const TICK = Price.of(100)

type Hex = `0x${string}`

const kernelData = (hash: Hex, { chainId, account }: { readonly chainId: number; readonly account: Hex }) => ({
  domain: { name: 'Kernel', version: '0.3.1', chainId, verifyingContract: account },
  types: { Kernel: [{ name: 'hash', type: 'bytes32' }] },
  primaryType: 'Kernel' as const,
  message: { hash },
})

const MARKET = '700123'
const PUSHES = 256

/** Decodes pushes in turn. With a blank before it a push says the same, and is read by JSON.parse and its fields. */
function bookReader(before: string): () => void {
  const decoder = createDecoder([plainMarket(MARKET, 'Will it rain?')])
  const frames = Array.from({ length: PUSHES }, (_, at) => `${before}${push(at)}`)
  let next = 0
  return () => {
    const frame = frames[next % PUSHES] ?? ''
    decoder.decode({ source: FrameSource.SOCKET, receivedAt: Timestamp.ofMs(next++), frame })
  }
}

const SETTLED = '{"id":"9007199","price":"0.52","kind":"LIMIT","marketId":700123,"side":"Ask","outcome":"Yes"}'

/** Twenty-five levels a side, of which each push changes one a side. */
const push = (at: number): string =>
  `{"type":"M","topic":"predictOrderbook/${MARKET}","data":{"version":1,"marketId":${MARKET},"updateTimestampMs":${1_794_000_001_456 + at},` +
  `"orderCount":42,"asks":${column(520, 5, at)},"bids":${column(510, -5, at + 3)},"settlementsPending":{"asks":[],"bids":[]},"lastOrderSettled":${SETTLED}}}`

const column = (from: number, step: number, at: number): string =>
  JSON.stringify(Array.from({ length: 25 }, (_, i) => [(from + step * i) / 1_000, 100 + i * 7 + (i === at % 25 ? at : 0)]))
