import { concatHex, keccak256, numberToHex, stringToHex } from 'viem/utils'
import { readTransaction } from '../../../protocol/read-transaction.js'
import { type MinedTransaction, secondsOf } from '../read-models/chain-ledger.js'
import type { Reads } from '../read-models/reads.js'
import { GAS_MAX } from './gas.js'

type Hex = `0x${string}`

const ZEROS = (bytes: number): Hex => `0x${'0'.repeat(2 * bytes)}`
const TYPES = { legacy: '0x0', eip2930: '0x1', eip1559: '0x2' } as const

/** A block's hash is made from its number: blocks hold nothing that could differ. */
const blockHash = ({ epoch }: Reads, block: number): Hex =>
  keccak256(concatHex([stringToHex(epoch), numberToHex(block, { size: 32 })]))

/** A block as a node shows it. `isFull`: with its transactions instead of their hashes. */
export const blockRow = (reads: Reads, block: number, isFull: boolean): object => {
  const inside = reads.wallets.ledger.inBlock(block)
  return {
    number: numberToHex(block),
    hash: blockHash(reads, block),
    parentHash: blockHash(reads, Math.max(0, block - 1)),
    timestamp: numberToHex(secondsOf(block)),
    transactions: isFull ? inside.map(one => transactionRow(reads, one)) : inside.map(({ hash }) => hash),
    gasUsed: numberToHex(inside.reduce((sum, { gasUsed }) => sum + gasUsed, 0)),
    gasLimit: numberToHex(GAS_MAX),
    baseFeePerGas: '0x0',
    miner: ZEROS(20),
    difficulty: '0x0',
    totalDifficulty: '0x0',
    nonce: ZEROS(8),
    size: '0x0',
    extraData: '0x',
    mixHash: ZEROS(32),
    sha3Uncles: ZEROS(32),
    stateRoot: ZEROS(32),
    receiptsRoot: ZEROS(32),
    transactionsRoot: ZEROS(32),
    logsBloom: ZEROS(256),
    uncles: [],
  }
}

/** A transaction as a node shows it. */
export const transactionRow = (reads: Reads, mined: MinedTransaction): object | null => {
  const read = readTransaction(mined.raw)
  if (typeof read === 'string') return null
  const { type, signature, feeMax, price } = read
  return {
    hash: mined.hash,
    ...placeOf(reads, mined),
    from: mined.from,
    to: read.to?.toLowerCase() ?? null,
    nonce: numberToHex(read.nonce),
    value: numberToHex(read.value),
    input: read.data,
    gas: numberToHex(read.gas),
    gasPrice: numberToHex(price),
    ...(type === 'eip1559' && { maxFeePerGas: numberToHex(feeMax), maxPriorityFeePerGas: numberToHex(price) }),
    ...(type !== 'legacy' && { accessList: [], yParity: numberToHex(signature.v % 2n === 0n ? 0 : 1) }),
    chainId: numberToHex(read.chainId),
    type: TYPES[type],
    r: signature.r,
    s: signature.s,
    v: numberToHex(signature.v),
  }
}

/** What became of a transaction, as a node shows it. It tells no events of contracts. */
export const receiptRow = (reads: Reads, mined: MinedTransaction): object => {
  const read = readTransaction(mined.raw)
  const before = reads.wallets.ledger.inBlock(mined.block).filter(({ index }) => index < mined.index)
  return {
    transactionHash: mined.hash,
    ...placeOf(reads, mined),
    from: mined.from,
    to: typeof read === 'string' ? null : (read.to?.toLowerCase() ?? null),
    status: mined.isSuccess ? '0x1' : '0x0',
    type: typeof read === 'string' ? '0x0' : TYPES[read.type],
    gasUsed: numberToHex(mined.gasUsed),
    cumulativeGasUsed: numberToHex(before.reduce((sum, { gasUsed }) => sum + gasUsed, mined.gasUsed)),
    effectiveGasPrice: numberToHex(mined.price),
    contractAddress: null,
    logs: [],
    logsBloom: ZEROS(256),
  }
}

const placeOf = (reads: Reads, { block, index }: MinedTransaction): object => ({
  blockHash: blockHash(reads, block),
  blockNumber: numberToHex(block),
  transactionIndex: numberToHex(index),
})
