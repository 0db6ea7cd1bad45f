import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { unauthorized } from '../api-refusal.js'
import { readBody } from '../body.js'
import { walletOf } from '../caller.js'
import { hashShape } from '../create-shape.js'
import type { House } from '../house.js'

const REMOVED_MAX = 100

const idsShape = z.object({
  data: z.object({
    ids: z
      .array(z.string().regex(/^\d{1,15}$/, 'an order id is decimal digits'))
      .min(1)
      .max(REMOVED_MAX),
  }),
})
const hashesShape = z.object({ data: z.object({ hashes: z.array(hashShape).min(1).max(REMOVED_MAX) }) })

/** Takes resting orders from the book, up to a hundred in a request; the answer names them as the request did. */
export const removalRoutes = (app: Hono, house: House): void => {
  app.post('/v1/orders/remove', async context => {
    const account = await walletOf(house, context)
    const { data } = await readBody(context, idsShape)
    const named = new Map(data.ids.map(id => [house.floor.core.orderById(Number(id))?.spec.hash ?? `unknown ${id}`, id]))
    return remove(house, context, { account, named })
  })
  app.post('/v1/orders/remove-by-hash', async context => {
    const account = await walletOf(house, context)
    const { data } = await readBody(context, hashesShape)
    return remove(house, context, { account, named: new Map(data.hashes.map(hash => [hash.toLowerCase(), hash])) })
  })
}

interface Removal {
  readonly account: string
  /** From hash to the name the client gave. */
  readonly named: ReadonlyMap<string, string>
}

const remove = async (house: House, context: Context, { account, named }: Removal): Promise<Response> => {
  const { core } = house.floor
  const hashes = [...named.keys()]
  if (hashes.some(hash => (core.order(hash)?.spec.account ?? account) !== account))
    throw unauthorized('one or more orders do not belong to this wallet')
  const known = hashes.filter(hash => core.order(hash) !== null)
  const unknown = hashes.filter(hash => core.order(hash) === null)
  const answer = await house.floor.apply({ command: { kind: 'remove', at: house.floor.now(), account, hashes: known } })
  if (answer.kind !== 'removal') throw new Error(`a removal was answered with ${answer.kind}`)
  const names = (list: readonly string[]): string[] => list.map(hash => named.get(hash) ?? hash)
  const noop = names([...answer.noop, ...unknown])
  return context.json({ success: true, removed: names(answer.removed), noop, rejected: names(answer.rejected) })
}
