import { encodeErrorResult, parseAbi } from 'viem/utils'
import type { CoreCommand } from '../../core/command.js'

type Hex = `0x${string}`

/** A command that the core gets as soon as the call is mined. */
export type ChainCommand = CommandOf<'approve' | 'split' | 'merge' | 'redeem' | 'convert' | 'nonce'>
type CommandOf<Kind extends CoreCommand['kind']> = Kind extends unknown
  ? Omit<Extract<CoreCommand, { readonly kind: Kind }>, 'at'>
  : never

/** What a call would do now. */
export type CallOutcome =
  /** `command`: its effect; `null`: it changes nothing. */
  | { readonly kind: 'done'; readonly command: ChainCommand | null; readonly returns: Hex }
  /** It has no effect besides the gas that is paid. `reason`: in the contract's words; `null`: the contract gives none. */
  | { readonly kind: 'reverted'; readonly reason: string | null; readonly data: Hex }

/** The call takes effect. */
export const done = (command: ChainCommand | null, returns: Hex = '0x'): CallOutcome => ({ kind: 'done', command, returns })

const REVERT_ABI = parseAbi(['error Error(string reason)'])

/** The call reverts, with a text if the contract gives one. */
export const reverted = (reason: string | null = null): CallOutcome => ({
  kind: 'reverted',
  reason,
  data: reason === null ? '0x' : encodeErrorResult({ abi: REVERT_ABI, errorName: 'Error', args: [reason] }),
})

const ERRORS_ABI = parseAbi([
  'error InvalidCaller()',
  'error MarketNotPrepared()',
  'error NoConvertiblePositions()',
  'error InvalidIndexSet()',
])

/** The call reverts with an error of the contract that has a name instead of a text. */
export const revertedBy = (
  errorName: 'InvalidCaller' | 'MarketNotPrepared' | 'NoConvertiblePositions' | 'InvalidIndexSet',
): CallOutcome => ({
  kind: 'reverted',
  reason: `${errorName}()`,
  data: encodeErrorResult({ abi: ERRORS_ABI, errorName }),
})
