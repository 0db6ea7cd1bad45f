import { readTransaction, type SignedTransaction, type TransactionFault } from '../../../protocol/read-transaction.js'
import type { CoreAnswer } from '../../core/command.js'
import type { Note } from '../log/note.js'
import type { Writes } from '../writes/writes.js'
import { type CallOutcome, reverted } from './call-outcome.js'
import type { ChainSide } from './chain-side.js'
import { GAS_MAX, GAS_PRICE_MIN, gasOf, intrinsicGas } from './gas.js'
import { tryCall } from './try-call.js'

/** Why a node does not take a transaction; it has no effect and costs nothing. */
export interface NodeError {
  readonly code: number
  readonly message: string
}

const FAULTS: Readonly<Record<TransactionFault, string>> = {
  malformed: 'rlp: the bytes are no signed transaction',
  unprotected: 'only replay-protected (EIP-155) transactions allowed over RPC',
  'unsupported-type': 'transaction type not supported',
  'bad-signature': 'invalid transaction v, r, s values',
}

/**
 * Mines a signed transaction at once and returns its hash, or why a node does not take it. The change and the transaction are in one commit of the
 * log, so a crash loses both or neither, and the sender's nonce prevents that it is carried out again. Await the log before answering.
 */
export const sendTransaction = (side: ChainSide, { sequencer }: Writes, raw: string): string | NodeError => {
  const read = readTransaction(raw)
  if (typeof read === 'string') return refusal(FAULTS[read])
  const refused = admissionFault(side, read)
  if (refused !== null) return refusal(refused)
  const at = sequencer.now()
  const { from, to, data, value, nonce, price, hash } = read
  const planned = to === null ? reverted() : tryCall(side, { from, to, data, value })
  const gas = gasOf(data, planned)
  const hasGas = BigInt(gas) <= read.gas
  const isDone = planned.kind === 'done' && hasGas
  const answer: CoreAnswer =
    isDone && planned.command !== null ? sequencer.take({ command: { at, ...planned.command } }) : { kind: 'done' }
  const note: Note = {
    kind: 'transaction',
    ...{ at, hash, from, nonce, raw: raw.toLowerCase() },
    to: to === null ? null : to.toLowerCase(),
    value: String(value),
    price: String(price),
    gasUsed: hasGas ? gas : Number(read.gas),
    isSuccess: isDone && answer.kind !== 'refused',
  }
  // The route waits for the log; a log that cannot be written refuses that wait too.
  sequencer.note(note).catch(() => undefined)
  return hash
}

const refusal = (message: string): NodeError => ({ code: -32_000, message })

/** The checks of a node before it takes a transaction, in its words. */
const admissionFault = ({ reads }: ChainSide, transaction: SignedTransaction): string | null => {
  const { from, chainId, data, nonce, gas, feeMax, price, value } = transaction
  const { ledger } = reads.wallets
  if (chainId !== reads.chainId) return `invalid chain id for signer: have ${chainId} want ${reads.chainId}`
  const next = ledger.nonceOf(from)
  if (nonce < next) return `nonce too low: next nonce ${next}, tx nonce ${nonce}`
  if (nonce > next) return `nonce too high: next nonce ${next}, tx nonce ${nonce}`
  if (gas > BigInt(GAS_MAX)) return `exceeds block gas limit: gas ${gas}, limit ${GAS_MAX}`
  const least = intrinsicGas(data)
  if (gas < BigInt(least)) return `intrinsic gas too low: gas ${gas}, minimum needed ${least}`
  if (price < GAS_PRICE_MIN) return `transaction underpriced: gas tip cap ${price}, minimum needed ${GAS_PRICE_MIN}`
  const [cost, coin] = [gas * feeMax + value, ledger.coinOf(from)]
  if (cost <= coin) return null
  return `insufficient funds for gas * price + value: balance ${coin}, tx cost ${cost}, overshot ${cost - coin}`
}

/** The error of a simulated call that reverts, with the contract's data. */
export const revertError = ({
  reason,
  data,
}: Extract<CallOutcome, { readonly kind: 'reverted' }>): NodeError & {
  readonly data: string
} => ({ code: data === '0x' ? -32_000 : 3, message: `execution reverted${reason === null ? '' : `: ${reason}`}`, data })
