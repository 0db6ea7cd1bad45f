import type { RunningExchange } from '../../../../src/exchange.js'
import { type Answer, type Client, createClient } from '../client.js'
import { start } from '../exchanges.js'
import { createOperator } from '../operator-client.js'

/** An exchange that begins without markets, in the words of what its operator does; paths are those below `/admin`. */
export interface OperatedExchange {
  readonly exchange: RunningExchange
  /** Reads and trades with a test account. */
  readonly client: Client
  readonly operator: {
    /** Posts what must be accepted, and answers the row that came of it. Throws where it was refused. */
    readonly does: (path: string, body?: object) => Promise<Answer['body']>
    /** Posts what may be refused. */
    readonly tries: (path: string, body?: unknown) => Promise<Answer>
    readonly reads: (path: string) => Promise<Answer>
    /** Makes a category, `group` unless it says otherwise, with markets in it, and answers their numbers. */
    readonly makes: (category: object, markets: readonly object[]) => Promise<number[]>
  }
}

/** Starts it; matches settle at once. */
export async function operatedExchange(options: Parameters<typeof start>[0] = {}): Promise<OperatedExchange> {
  const exchange = await start({ markets: [], settlementMs: 0, ...options })
  const door = createOperator(exchange)
  const makes = async (category: object, markets: readonly object[]): Promise<number[]> => {
    const { slug } = await door.done('/categories', { slug: 'group', title: 'Group', ...category })
    const ids: number[] = []
    for (const [index, market] of markets.entries())
      ids.push((await door.done('/markets', { categorySlug: slug, question: `Number ${index}?`, ...market })).id)
    return ids
  }
  return { exchange, client: createClient(exchange), operator: { does: door.done, tries: door.post, reads: door.get, makes } }
}
