import { isDeepStrictEqual } from 'node:util'
import { Timestamp } from '../../../model/time.js'
import type { BodyOf } from '../../../protocol/api/operation.js'
import type { OPERATOR_OPERATIONS } from '../../../protocol/api/operations-operator.js'
import type { CoreMarket } from '../../core/core-reads.js'
import { badRequest, notFound } from '../http/refusal.js'
import type { Note } from '../log/note.js'
import { freeCategoryId, newCategory } from '../markets/new-market.js'
import type { Category } from '../read-models/catalog.js'
import { type CategoryRow, categoryRow } from '../rows/category.js'
import { CATEGORY_DETAILS, type CategoryDetails, said } from '../text/details.js'
import type { CategoryText } from '../text/market-text.js'
import { carryOut } from '../writes/carry-out.js'
import type { Writes } from '../writes/writes.js'
import { variantOf } from './operator-variants.js'

type Operations = typeof OPERATOR_OPERATIONS

/** A category by its slug. Throws a refusal when there is none. */
export const knownCategory = ({ reads }: Writes, slug: string): Category => {
  const category = reads.markets.catalog.category(slug)
  if (category === null) throw notFound('category')
  return category
}

/** Creates a category without markets. */
export const createCategory = async (writes: Writes, body: BodyOf<Operations['createCategory']>): Promise<CategoryRow> => {
  const { slug, title } = body
  if (writes.reads.markets.catalog.category(slug) !== null) throw badRequest(`slug: there is a category ${slug} already`)
  const details = said<CategoryDetails, keyof CategoryDetails>(definite(body), CATEGORY_DETAILS)
  const at = writes.reads.now()
  const plain = newCategory({ id: freeCategoryId(writes.reads), at, slug, title, endsAt: body.endsAt ?? null, details })
  return keep(writes, { ...plain, variantData: variantOf(writes.reads, plain, plain) })
}

/** Changes the text of a category. A new end moves the ends of its open markets. */
export const changeCategory = async (
  writes: Writes,
  slug: string,
  body: BodyOf<Operations['changeCategory']>,
): Promise<CategoryRow> => {
  const { marketIds: _, ...known } = knownCategory(writes, slug)
  const changed = { ...known, ...definite(body) }
  const words = { ...changed, variantData: variantOf(writes.reads, changed, changed) }
  const { endsAt } = words
  const at = writes.reads.now()
  const isMoved = body.endsAt !== undefined && endsAt !== known.endsAt
  const entries = openMarkets(writes, slug).map(({ spec }) => ({
    command: { kind: 'end' as const, at, market: spec.id, endsAt: timeOf(endsAt) },
  }))
  await carryOut(writes, { entries: isMoved ? entries : [], notes: [categoryNote(writes, words)] })
  return rowOf(writes, slug)
}

/** Resolves every open market of a category, or none when one of the results is impossible. */
export const resolveCategory = async (
  writes: Writes,
  slug: string,
  body: BodyOf<Operations['resolveCategory']>,
): Promise<CategoryRow> => {
  const category = knownCategory(writes, slug)
  const open = openMarkets(writes, slug).map(({ spec }) => spec.id)
  if (open.length === 0) throw badRequest(`category ${slug} has no open market`)
  const results =
    'winner' in body ? open.map(marketId => ({ marketId, yes: marketId === body.winner ? 1 : 0 }) as const) : body.results
  if ('winner' in body && !open.includes(body.winner)) throw badRequest(`winner: ${body.winner} is no open market of ${slug}`)
  const named = results.map(({ marketId }) => marketId)
  if (!isDeepStrictEqual(sorted(named), sorted(open)))
    throw badRequest(`results: must name each open market of ${slug} once: ${open.join(', ')}`)
  const winners = results.filter(({ yes }) => yes === 1)
  if (category.isNegRisk && (winners.length !== 1 || results.some(({ yes }) => yes === 0.5)))
    throw badRequest(`results: exactly one market of ${slug} is Yes and the others are No`)
  const at = writes.reads.now()
  // Resolving the Yes of a group makes its other markets No, so the winners suffice.
  const entries = (category.isNegRisk ? winners : results).map(({ marketId, yes }) => ({
    command: { kind: 'resolve' as const, at, market: marketId, yes },
  }))
  await carryOut(writes, { entries })
  return rowOf(writes, slug)
}

const sorted = (ids: readonly number[]): readonly number[] => ids.toSorted((a, b) => a - b)

/** Removes a category with its markets. */
export const removeCategory = async (writes: Writes, slug: string): Promise<CategoryRow> => {
  const { marketIds, ...known } = knownCategory(writes, slug)
  if (known.isRemoved) throw badRequest(`category ${slug} is removed already`)
  const open = openMarkets(writes, slug)
  const decided = marketIds.flatMap(id => writes.reads.core.market(id) ?? []).filter(({ status }) => status === 'RESOLVED')
  if (known.isNegRisk && open.length > 0 && decided.length > 0)
    throw badRequest(
      `category ${slug} has markets that are No already: one of the others has to be Yes, so it has to be resolved`,
    )
  const at = writes.reads.now()
  const entries = open.map(({ spec }) => ({
    command: { kind: 'status' as const, at, market: spec.id, status: 'REMOVED' as const },
  }))
  await carryOut(writes, { entries, notes: [categoryNote(writes, { ...known, isRemoved: true })] })
  return rowOf(writes, slug)
}

/** The note of a category's new text. */
export const categoryNote = ({ reads }: Writes, category: CategoryText): Note => ({
  kind: 'category',
  at: reads.now(),
  category,
})

const openMarkets = ({ reads: { core, markets } }: Writes, slug: string): readonly CoreMarket[] =>
  (markets.catalog.category(slug)?.marketIds ?? []).flatMap(id => core.market(id) ?? []).filter(({ result }) => result === null)

const keep = async (writes: Writes, words: CategoryText): Promise<CategoryRow> => {
  await carryOut(writes, { notes: [categoryNote(writes, words)] })
  return rowOf(writes, words.slug)
}

const rowOf = (writes: Writes, slug: string): CategoryRow => categoryRow(writes.reads, knownCategory(writes, slug))

/** Parses an operator's time; returns `null` for `null`. */
export const timeOf = (text: string | null): Timestamp | null => (text === null ? null : Timestamp.ofMs(Date.parse(text)))

/** Drops fields that are `undefined`. */
export const definite = <T extends object>(body: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
