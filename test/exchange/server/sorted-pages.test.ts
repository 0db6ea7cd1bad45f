import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PageQuery, pageOf } from '../../../src/exchange/server/http/paging.js'
import { ApiRefusal } from '../../../src/exchange/server/http/refusal.js'
import { createSortedPages, type SortedPages } from '../../../src/exchange/server/http/sorted-pages.js'

interface Row {
  readonly id: number
  readonly value: number
}

const rowsOf = (values: readonly number[]): Row[] => values.map((value, index) => ({ id: index + 1, value }))

const page = (pages: SortedPages, rows: readonly Row[], query: PageQuery) =>
  pages.page(query, { rows, order: 'VALUE_DESC', isFalling: true, value: row => row.value, id: row => row.id })

/** Walks all pages; `change` makes the rows of the next page. */
const walk = (pages: SortedPages, first: number, rows: Row[], change: (rows: Row[]) => Row[] = same => same): number[] => {
  const found: number[] = []
  let now = rows
  let after: string | undefined
  for (;;) {
    const { rows: shown, cursor } = page(pages, now, { first, after })
    found.push(...shown.map(row => row.id))
    if (cursor === null) return found
    expect(shown).toHaveLength(first)
    after = cursor
    now = change(now)
  }
}

describe('pages of a list whose order moves', () => {
  it('come in the order of the first page, the higher id first among equals', () => {
    expect(walk(createSortedPages(), 2, rowsOf([1, 5, 3, 5, 0]))).toEqual([4, 2, 3, 1, 5])
  })

  it('show nothing twice and miss nothing that stood from the beginning, whatever changes meanwhile', () => {
    const changes = fc.array(fc.record({ id: fc.integer({ min: 1, max: 20 }), value: fc.integer({ min: -5, max: 5 }) }), {
      minLength: 1,
      maxLength: 8,
    })
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 12 }),
        fc.integer({ min: 1, max: 4 }),
        changes,
        fc.integer({ min: 0, max: 11 }),
        (values, first, steps, gone) => {
          let next = 0
          const before = rowsOf(values)
          const found = walk(createSortedPages(), first, before, rows => {
            const step = steps[next++ % steps.length] ?? { id: 1, value: 0 }
            const left = rows.filter(row => row.id !== step.id && row.id !== gone)
            return step.id === gone ? left : [...left, step]
          })
          expect(new Set(found).size).toBe(found.length)
          const stood = before.map(row => row.id).filter(id => id !== gone)
          expect(found.filter(id => id !== gone).toSorted((a, b) => a - b)).toEqual(stood)
        },
      ),
      { seed: 42 },
    )
  })

  it('leave out what matches no longer, and still fill the page', () => {
    const pages = createSortedPages()
    const rows = rowsOf([9, 8, 7, 6, 5])
    const { cursor } = page(pages, rows, { first: 1 })
    const left = rows.filter(row => row.id !== 2)
    expect(page(pages, left, { first: 3, after: cursor ?? '' })).toMatchObject({
      rows: [{ id: 3 }, { id: 4 }, { id: 5 }],
      cursor: null,
    })
  })

  it('go on by the last value where the walk was forgotten', () => {
    const rows = rowsOf([9, 8, 8, 7, 6])
    const { cursor } = page(createSortedPages(), rows, { first: 2 })
    const later = page(createSortedPages(), rows, { first: 2, after: cursor ?? '' })
    expect(later.rows.map(row => row.id)).toEqual([2, 4])
    expect(page(createSortedPages(), rows, { first: 2, after: later.cursor ?? '' }).rows.map(row => row.id)).toEqual([5])
  })

  it('forget the walks that were not continued, and only those', () => {
    const pages = createSortedPages()
    const rows = rowsOf([3, 2, 1])
    const { cursor } = page(pages, rows, { first: 1 })
    for (let call = 0; call < 300; call++) page(pages, rows, { first: 1 })
    // Forgotten: the row whose value has risen since is behind the reader for good.
    const risen = [...rows.slice(0, 2), { id: 3, value: 9 }]
    expect(page(pages, risen, { first: 3, after: cursor ?? '' }).rows.map(row => row.id)).toEqual([2])
  })

  it('refuse a cursor that is not theirs', () => {
    const pages = createSortedPages()
    const foreign = [
      'x',
      '%%%',
      Buffer.from('k5').toString('base64url'),
      Buffer.from('kothers,5').toString('base64url'),
      Buffer.from('knumbers,-5').toString('base64url'),
      Buffer.from('oVALUE_ASC,a,1,1,1').toString('base64url'),
      Buffer.from('oVALUE_DESC,a,1,NaN,1').toString('base64url'),
      Buffer.from('oVALUE_DESC,a,-1,1,1').toString('base64url'),
      Buffer.from('oVALUE_DESC').toString('base64url'),
      '𝒳'.repeat(100),
    ]
    for (const after of foreign) {
      expect(() => page(pages, rowsOf([1]), { after })).toThrow(ApiRefusal)
      expect(() => pageOf([1], { after }, { name: 'numbers', key: row => row })).toThrow(ApiRefusal)
    }
  })
})
