import { isDeepStrictEqual } from 'node:util'
import { Timestamp } from '../../../model/time.js'
import type { BodyOf } from '../../../protocol/api/operation.js'
import type { OPERATOR_OPERATIONS } from '../../../protocol/api/operations-operator.js'
import type { CoreMarket } from '../../core/core-reads.js'
import type { House } from '../house.js'
import { badRequest, notFound } from '../http/refusal.js'
import type { Note } from '../log/note.js'
import { freeCategoryId } from '../markets/free-ids.js'
import { newCategory } from '../markets/new-market.js'
import type { Category } from '../read-models/catalog.js'
import { type CategoryRow, categoryRow } from '../rows/category-row.js'
import { CATEGORY_DETAILS, type CategoryDetails, said } from '../text/details.js'
import type { CategoryText } from '../text/market-text.js'
import { carryOut } from '../writes/carry-out.js'
import { variantOf } from './operator-variants.js'

type Operations = typeof OPERATOR_OPERATIONS

/** A category by its slug. Throws a refusal where there is none. */
export const knownCategory = ({ catalog }: House, slug: string): Category => {
  const category = catalog.category(slug)
  if (category === null) throw notFound('category')
  return category
}

/** Makes a category without markets. */
export const createCategory = async (house: House, body: BodyOf<Operations['createCategory']>): Promise<CategoryRow> => {
  const { slug, title } = body
  if (house.catalog.category(slug) !== null) throw badRequest(`slug: there is a category ${slug} already`)
  const details = said<CategoryDetails, keyof CategoryDetails>(definite(body), CATEGORY_DETAILS)
  const at = house.floor.now()
  const plain = newCategory({ id: freeCategoryId(house), at, slug, title, endsAt: body.endsAt ?? null, details })
  return keep(house, { ...plain, variantData: variantOf(house, plain, plain) })
}

/** Changes words. A new end moves the ends of the markets that are open. */
export const changeCategory = async (
  house: House,
  slug: string,
  body: BodyOf<Operations['changeCategory']>,
): Promise<CategoryRow> => {
  const { marketIds: _, ...known } = knownCategory(house, slug)
  const changed = { ...known, ...definite(body) }
  const words = { ...changed, variantData: variantOf(house, changed, changed) }
  const { endsAt } = words
  const at = house.floor.now()
  const isMoved = body.endsAt !== undefined && endsAt !== known.endsAt
  const entries = openMarkets(house, slug).map(({ spec }) => ({
    command: { kind: 'end' as const, at, market: spec.id, endsAt: timeOf(endsAt) },
  }))
  await carryOut(house, { entries: isMoved ? entries : [], notes: [categoryNote(house, words)] })
  return rowOf(house, slug)
}

/** Resolves every open market of a category. Nothing is done where one of the results cannot be. */
export const resolveCategory = async (
  house: House,
  slug: string,
  body: BodyOf<Operations['resolveCategory']>,
): Promise<CategoryRow> => {
  const category = knownCategory(house, slug)
  const open = openMarkets(house, slug).map(({ spec }) => spec.id)
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
  const at = house.floor.now()
  // The Yes of a group makes the others No by itself.
  const entries = (category.isNegRisk ? winners : results).map(({ marketId, yes }) => ({
    command: { kind: 'resolve' as const, at, market: marketId, yes },
  }))
  await carryOut(house, { entries })
  return rowOf(house, slug)
}

const sorted = (ids: readonly number[]): readonly number[] => ids.toSorted((a, b) => a - b)

/** Takes a category away with its markets. */
export const removeCategory = async (house: House, slug: string): Promise<CategoryRow> => {
  const { marketIds, ...known } = knownCategory(house, slug)
  if (known.isRemoved) throw badRequest(`category ${slug} is removed already`)
  const open = openMarkets(house, slug)
  const decided = marketIds.flatMap(id => house.floor.core.market(id) ?? []).filter(({ status }) => status === 'RESOLVED')
  if (known.isNegRisk && open.length > 0 && decided.length > 0)
    throw badRequest(
      `category ${slug} has markets that are No already: one of the others has to be Yes, so it has to be resolved`,
    )
  const at = house.floor.now()
  const entries = open.map(({ spec }) => ({
    command: { kind: 'status' as const, at, market: spec.id, status: 'REMOVED' as const },
  }))
  await carryOut(house, { entries, notes: [categoryNote(house, { ...known, isRemoved: true })] })
  return rowOf(house, slug)
}

/** A category's words as they are from now on. */
export const categoryNote = ({ floor }: House, category: CategoryText): Note => ({
  kind: 'category',
  at: floor.now(),
  category,
})

const openMarkets = ({ floor, catalog }: House, slug: string): readonly CoreMarket[] =>
  (catalog.category(slug)?.marketIds ?? []).flatMap(id => floor.core.market(id) ?? []).filter(({ result }) => result === null)

const keep = async (house: House, words: CategoryText): Promise<CategoryRow> => {
  await carryOut(house, { notes: [categoryNote(house, words)] })
  return rowOf(house, words.slug)
}

const rowOf = (house: House, slug: string): CategoryRow => categoryRow(house, knownCategory(house, slug))

/** A time as an operator writes it; null: there is none. */
export const timeOf = (text: string | null): Timestamp | null => (text === null ? null : Timestamp.ofMs(Date.parse(text)))

/** What was left out is not said to be undefined. */
export const definite = <T extends object>(body: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
