import { privateKeyToAccount } from 'viem/accounts'
import { exchangeAddress } from '../src/protocol/contracts.js'
import { keccak } from '../src/protocol/keccak.js'
import { domainSeparator, type WireOrder } from '../src/protocol/order-hash.js'
import { createSigner } from '../src/protocol/sign.js'
import { recoverOrderSigner } from '../src/protocol/verify.js'
import type { Bench, Row } from './bench.js'
import { createFloorSigner } from './parts/floor-signer.js'
import { interleave, median, onCoreNs } from './rounds.js'

const KEY = `0x${'11'.repeat(32)}` as const
const CHAIN = 97
const EXCHANGE = exchangeAddress(CHAIN, { isNegRisk: false, isYieldBearing: false })
const ORDERS = 256
const ANY_TAKER = `0x${'00'.repeat(20)}` as const

const FIELDS = [
  ['salt', 'uint256'],
  ['maker', 'address'],
  ['signer', 'address'],
  ['taker', 'address'],
  ['tokenId', 'uint256'],
  ['makerAmount', 'uint256'],
  ['takerAmount', 'uint256'],
  ['expiration', 'uint256'],
  ['nonce', 'uint256'],
  ['feeRateBps', 'uint256'],
  ['side', 'uint8'],
  ['signatureType', 'uint8'],
] as const

/** Signing one order: the project's signer, compared with the minimal cost and with the library that it replaces. */
export const bench: Bench = {
  name: 'sign',
  run: async ({ isQuick, note }) => {
    const signer = createSigner({ privateKey: KEY, chainId: CHAIN })
    const orders = makeOrders(signer.address)
    const floor = await makeFloor(signer.address)
    const viem = viemSigner()
    for (const order of orders.slice(0, 16)) await expectEqual(order, { floor, viem })
    note(`${orders.length} orders; the three signers agree`)
    const signed = orders.map(order => signer.signOrder(order, EXCHANGE))
    const rounds = isQuick ? { rounds: 3, msPerRound: 40 } : { rounds: 11, msPerRound: 250 }
    const turn = cycle(orders.length)
    const times = interleave(
      [
        { name: 'floor', call: () => void floor(at(orders, turn())) },
        { name: 'ours', call: () => void signer.signOrder(at(orders, turn()), EXCHANGE) },
        { name: 'recover', call: () => recoverOne(at(signed, turn())) },
      ],
      rounds,
    )
    const perViem = await timeViem(viem, orders, rounds)
    return rowsOf({ ...Object.fromEntries(times), viem: perViem } as Readings)
  },
}

interface Readings {
  readonly floor: number
  readonly ours: number
  readonly recover: number
  readonly viem: number
}

function rowsOf({ floor, ours, recover, viem }: Readings): readonly Row[] {
  const row = (what: string, ns: number) => ({ what, value: ns / 1e3, unit: 'us' })
  const plain = { ratio: null, against: null, budget: null, holds: null }
  return [
    { ...row('hand-made floor, one order', floor), ...plain },
    {
      ...row('sign one order', ours),
      ratio: ours / floor,
      against: 'the floor',
      budget: '<= 1.25x',
      holds: ours / floor <= 1.25,
    },
    { ...row('viem, one order', viem), ratio: viem / ours, against: 'ours', budget: '>= 10x', holds: viem / ours >= 10 },
    { ...row('recover a signer', recover), ratio: recover / floor, against: 'the floor', budget: null, holds: null },
  ]
}

/** The address types that viem requires. */
type Addresses = Readonly<Record<'maker' | 'signer' | 'taker', `0x${string}`>>

type ViemSigner = (order: WireOrder) => Promise<string>

function viemSigner(): ViemSigner {
  const account = privateKeyToAccount(KEY)
  const types = { Order: FIELDS.map(([name, type]) => ({ name, type })) }
  const domain = {
    name: 'predict.fun CTF Exchange',
    version: '1',
    chainId: CHAIN,
    verifyingContract: EXCHANGE as `0x${string}`,
  }
  return order => account.signTypedData({ domain, types, primaryType: 'Order', message: order as WireOrder & Addresses })
}

/** Its API is asynchronous, so it is timed separately, in as many rounds. */
async function timeViem(sign: ViemSigner, orders: readonly WireOrder[], rounds: { rounds: number; msPerRound: number }) {
  const readings: number[] = []
  for (let round = 0; round <= rounds.rounds; round++) {
    const from = onCoreNs()
    const until = performance.now() + rounds.msPerRound
    let count = 0
    while (performance.now() < until) await sign(at(orders, count++ % orders.length))
    if (round > 0) readings.push((onCoreNs() - from) / count)
  }
  return median(readings)
}

const makeFloor = (maker: string) =>
  createFloorSigner({
    key: Buffer.from(KEY.slice(2), 'hex'),
    separator: domainSeparator({ name: 'predict.fun CTF Exchange', version: '1', chainId: CHAIN, contract: EXCHANGE }),
    orderType: keccak(Buffer.from(`Order(${FIELDS.map(([name, type]) => `${type} ${name}`).join(',')})`)),
    maker,
  })

function makeOrders(maker: string): readonly WireOrder[] {
  return Array.from({ length: ORDERS }, (_, i) => ({
    salt: 1_000_003n * BigInt(i + 1),
    maker,
    signer: maker,
    taker: ANY_TAKER,
    tokenId: keccakNumber(`token ${i % 5}`),
    makerAmount: BigInt(100 + i) * 10n ** 16n,
    takerAmount: BigInt(100 + i) * 10n ** 18n,
    expiration: 4_102_444_800n,
    nonce: 0n,
    feeRateBps: 200n,
    side: i % 2 === 0 ? 0 : 1,
    signatureType: 0,
  }))
}

const keccakNumber = (text: string): bigint => BigInt(`0x${Buffer.from(keccak(Buffer.from(text))).toString('hex')}`)

async function expectEqual(order: WireOrder, others: { floor: (order: WireOrder) => string; viem: ViemSigner }): Promise<void> {
  const { signature } = createSigner({ privateKey: KEY, chainId: CHAIN }).signOrder(order, EXCHANGE)
  const found = [others.floor(order), await others.viem(order)]
  if (found.some(other => other !== signature)) throw new Error(`expected equal signatures, order ${order.salt}`)
}

function recoverOne({ hash, signature }: { readonly hash: string; readonly signature: string }): void {
  if (recoverOrderSigner(hash, signature) === null) throw new Error('expected a signer, found none')
}

function cycle(length: number): () => number {
  let next = 0
  return () => next++ % length
}

function at<T>(items: readonly T[], index: number): T {
  const item = items[index]
  if (item === undefined) throw new RangeError(`expected an item ${index}`)
  return item
}
