import { MarketId } from '../../model/ids.js'
import { OPERATIONS } from '../../protocol/api/operations.js'
import { contractSet, type MarketFlags } from '../../protocol/contracts.js'
import { convertCall } from '../../protocol/position-calls.js'
import { isFinal } from '../../protocol/read-market.js'
import { groupSchema, type WireGroup } from '../../protocol/wire.js'
import { type Conversions, convertedTo, type GroupNo, type WantedConversion } from '../conversions.js'
import { readOne, type Send } from './calls.js'
import { chainError } from './chain-error.js'
import { type ChainOptions, readApproval, readGroup, readShares, type Shares } from './chain-reads.js'
import { lookAfter, sendCall } from './chain-sends.js'
import { expectSettled, freeOf, type SharesOptions } from './free-shares.js'
import { readRow } from './market-registry.js'
import { readOpenRows, readUndecidedPositions } from './read-account.js'

/** A group that can be converted: as listed, with its id on the chain and its contract. */
interface Known {
  readonly row: WireGroup
  readonly id: string
  /** Those of all its markets. */
  readonly flags: MarketFlags
  readonly adapter: string
  /** Address of the contract of its shares. */
  readonly contract: string
  readonly feeBps: number
  readonly size: number
}

/** Creates the conversions of a wallet, which are made by transactions of its key. */
export function createConversions(options: SharesOptions): Conversions {
  const { session } = options
  const known = new Map<string, Known>()
  return {
    list: async () => {
      await expectSettled(options)
      const held = await readUndecidedPositions({ session })
      const open = await readOpenRows({ session })
      const found: GroupNo[] = []
      for (const slug of new Set(held.flatMap(({ market }) => (market.isNegRisk ? [market.categorySlug] : [])))) {
        const group = await readKnown(options, slug)
        if (group === null) continue
        known.set(slug, group)
        const of = noOf(group, await readGroupShares(options, group), open)
        if (of.markets.length > 0) found.push(of)
      }
      return found
    },
    convert: async wanted => {
      const group = known.get(wanted.group)
      if (group === undefined) throw chainError(`group ${wanted.group} was not read before its shares were to be converted`)
      return send(options, group, wanted)
    },
  }
}

/** A group with its terms on the chain; null: its shares cannot be converted. */
async function readKnown(options: SharesOptions, slug: string): Promise<Known | null> {
  const { session, signer } = options
  const read: Send = request => session.read(request)
  const row = await readOne(read, OPERATIONS.getCategory, { slug }, groupSchema, `category ${slug}`)
  const [first] = row.markets
  const id = row.negRiskOnChainId ?? null
  if (first === undefined || id === null) return null
  const { adapter, conditionalTokens: contract } = contractSet(signer.chainId, first)
  if (adapter === null) return null
  const terms = await readGroup(chainOf(options), { adapter, group: id })
  return terms.size < 2 ? null : { row, id, flags: first, adapter, contract, ...terms }
}

const chainOf = ({ rpc, signer }: SharesOptions): ChainOptions => ({ rpc, chainId: signer.chainId, owner: signer.address })

const readGroupShares = (options: SharesOptions, { row }: Known): Promise<Shares> =>
  readShares(
    chainOf(options),
    row.markets.flatMap(market => readRow(market) ?? []),
  )

/** The NO of a group's undecided markets. */
function noOf(
  { row: { slug, title, markets }, size, feeBps }: Known,
  shares: Shares,
  open: Awaited<ReturnType<typeof readOpenRows>>,
): GroupNo {
  const held = markets.flatMap(row => {
    const both = shares.get(row.id)
    if (both === undefined || both.no === 0n || isFinal(row.status)) return []
    return [{ market: MarketId.of(row.id), question: row.question, free: freeOf(row, both, open).no }]
  })
  return { group: slug, title, size, feeBps, markets: held }
}

async function send(options: SharesOptions, group: Known, wanted: WantedConversion): Promise<string> {
  const { adapter, contract, flags, id } = group
  if (!(await readApproval(chainOf(options), { contract, operator: adapter })))
    throw chainError(
      `shares must be approved for the adapter ${adapter}: "oddsmith approve" does that, with --all also for a market outside the config`,
    )
  const before = await readGroupShares(options, group)
  const conversion = { group: id, questions: questionsOf(group, wanted), amount: wanted.shares }
  const hash = await sendCall(options, convertCall(options.signer.chainId, flags, conversion))
  const isDone = (after: Shares): boolean => isConverted({ before, after }, group, wanted)
  const look = { read: () => readGroupShares(options, group), isExpected: isDone }
  if (isDone(await lookAfter(options, hash, look))) return hash
  throw chainError(
    `transaction ${hash} was carried out, but the wallet's shares of group ${wanted.group} did not change by its conversion`,
  )
}

/** The places of these markets in their group, as bits. */
function questionsOf({ row, size }: Known, { markets }: WantedConversion): bigint {
  let bits = 0n
  for (const market of markets) {
    const place = row.markets.find(({ id }) => id === market)?.questionIndex ?? null
    if (place === null || place >= size) throw chainError(`market ${market} has no place in its group ${row.slug}`)
    bits |= 1n << BigInt(place)
  }
  return bits
}

interface Compared {
  readonly before: Shares
  readonly after: Shares
}

/** Whether NO of the given markets is gone, and YES of the others has come, less the fee. */
function isConverted({ before, after }: Compared, known: Known, { markets, shares }: WantedConversion): boolean {
  const kept = convertedTo(shares, known)
  return known.row.markets.every(({ id }) => {
    const [was, is] = [before.get(id), after.get(id)]
    if (was === undefined || is === undefined) return true
    return markets.includes(MarketId.of(id)) ? was.no - is.no >= shares : is.yes - was.yes >= kept
  })
}
