/* oxlint-disable typescript/no-explicit-any -- A test reads foreign JSON freely. */
import { z } from 'zod'
import type { DayWorld } from './day-world.js'
import { CURRENT, OLDER, type OperationName, type Revision, type Visitor } from './visitor.js'

/** What one round of reading is about. */
interface Subject {
  readonly market: number
  readonly slug: string
  readonly category: number
  readonly reader: Visitor
  /** Of one of its orders; null: it has none yet. */
  readonly hash: string | null
}

/** A share, or a dollar. */
const ONE = '1000000000000000000'
const PAGE = 40

/** Reads the exchange as everyone can: each reading operation of both revisions, with each value of its query in turn. */
export class Reader {
  /** Calls for which the window was full. */
  refusedCalls = 0
  readonly #world: DayWorld
  readonly #readers: readonly Visitor[]
  #round = 0

  constructor(world: DayWorld, readers: readonly Visitor[]) {
    this.#world = world
    this.#readers = readers
  }

  /** One call of each operation; the wallet, the market and the words of the query are the next ones. Throws on an answer that is a refusal. */
  async round(): Promise<void> {
    const round = this.#round++
    const subject = await this.#subject(round)
    for (const revision of ['current', 'older'] as const)
      for (const name of Object.keys(CURRENT) as OperationName[]) {
        const operation = revision === 'current' ? CURRENT[name] : OLDER[name]
        if (operation.method !== 'GET' && !POSTED.has(name)) continue
        if (name === 'getOrder' && subject.hash === null) continue
        const input = { ...wordsOf(operation.query, round), ...asks(name, subject, round) }
        await this.#read(subject.reader, name, revision, input)
      }
    await this.#looksAgain(subject)
  }

  /** A market again, in both revisions: something was told of it. */
  async look(market: number): Promise<void> {
    const [reader] = this.#readers
    if (reader === undefined) return
    for (const revision of ['current', 'older'] as const) {
      const { body } = await this.#read(reader, 'getMarket', revision, { id: market })
      if (body.data !== undefined) await this.#read(reader, 'getCategory', revision, { slug: body.data.categorySlug })
    }
  }

  async #looksAgain({ reader, hash }: Subject): Promise<void> {
    await reader.accounts({ first: PAGE, includeCrowd: this.#round % 2 === 0 ? 'true' : 'false' })
    if (hash !== null) await this.#read(reader, 'getMatches', 'current', { orderHashes: [hash] })
    for (const { signer } of this.#readers)
      for (const revision of ['current', 'older'] as const)
        await this.#read(reader, 'getPositionsByAddress', revision, {
          address: signer.address,
          includeLost: 'true',
          first: PAGE,
        })
  }

  async #read(reader: Visitor, name: OperationName, revision: Revision, input: object): Promise<{ readonly body: any }> {
    const { status, body } = await reader.call(name, revision, input)
    // Reader, bot and guests share the windows of one key; the next round asks again.
    if (status === 429) this.refusedCalls += 1
    else if (status >= 400) throw new Error(`${revision} ${name} ${JSON.stringify(input)}: ${status} ${JSON.stringify(body)}`)
    return { body }
  }

  /** Mostly one that is open; every fourth time one that is over. */
  async #subject(round: number): Promise<Subject> {
    const { catalog } = this.#world.open.reads.markets
    const { sequencer } = this.#world.open.writes
    const all = catalog.markets()
    const isOpen = (id: number): boolean => sequencer.core.market(id)?.result === null
    const wanted = all.filter(({ id }) => isOpen(id) === (round % 4 !== 3)).slice(0, RECENT)
    const words = wanted[round % Math.max(1, wanted.length)] ?? all[0]
    const reader = this.#readers[round % this.#readers.length]
    if (words === undefined || reader === undefined) throw new Error('expected a market and a reader')
    const orders: readonly any[] = (await reader.call('getOrders', 'current', { first: PAGE })).body.data ?? []
    const hash: string | null = orders[round % Math.max(1, orders.length)]?.order.hash ?? null
    return { market: words.id, slug: words.category.slug, category: words.category.id, reader, hash }
  }
}

/** Newest markets that are looked at. */
const RECENT = 40

/** Operations that read and are posted all the same. */
const POSTED: ReadonlySet<OperationName> = new Set(['postQuote', 'postQuotes', 'getReservedBalances'])

/** A value of each enumeration of a query, the next one each round. */
const wordsOf = (query: z.ZodObject, round: number): Record<string, string> => {
  const { properties = {} } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) as { properties?: object }
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]: [string, any]) => {
      const words = [schema, ...(schema.anyOf ?? [])].flatMap(part => part.enum ?? [])
      return words.length === 0 ? [] : [[name, String(words[round % words.length])]]
    }),
  )
}

const SIDES = ['Bid', 'Ask', 'BUY', 'SELL'] as const
const OUTCOMES = ['Yes', 'No'] as const

/** What an operation needs beside the words of its query. */
const asks = (name: OperationName, { market, slug, category, reader, hash }: Subject, round: number): object => {
  const quote = { side: SIDES[round % 4], outcome: OUTCOMES[(round >> 2) % 2], quantity: ONE }
  switch (name) {
    case 'getCategory':
      return { slug }
    case 'getCategoryStatistics':
      return { id: category }
    case 'search':
      return { query: 'ferry tide' }
    case 'getOrderbooks':
      return { ids: [market] }
    case 'getQuotes':
      return { ids: [market], quantity: ONE }
    case 'postQuotes':
      return { data: [{ marketId: market, ...quote }] }
    case 'getQuote':
      return { id: market, quantity: ONE }
    case 'postQuote':
      return { id: market, data: quote }
    case 'getOrder':
      return { hash }
    case 'getReservedBalances':
      return { assets: [{ type: 'USDT' }] }
    case 'getPositionsByAddress':
      return { address: reader.signer.address, first: PAGE }
    case 'getMatches':
      return { marketId: market, first: PAGE, ...(round % 3 === 0 && { signerAddress: reader.signer.address }) }
    default:
      return {
        ...(CURRENT[name].path.includes('{id}') && { id: market }),
        ...('first' in CURRENT[name].query.shape && { first: PAGE }),
      }
  }
}
