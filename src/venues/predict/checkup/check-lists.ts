import { z } from 'zod'
import { reasonOf } from '../../../model/reason-of.js'
import { OPERATIONS } from '../../../protocol/api/operations.js'
import { Finding } from '../../finding.js'
import { remedyOf } from '../../remedy-of.js'
import { readRows, type Send } from '../calls.js'
import type { Checkup } from './checkup.js'

const row = z.looseObject({ id: z.union([z.number(), z.string()]) })
const ROWS_MAX = 60
const PAGES_MAX = 24

/** Reads one list with long pages and with short ones: a list that is truncated, lacks rows or starts again gives different results. */
export async function checkLists({ rest }: Checkup): Promise<readonly Finding[]> {
  const send: Send = request => rest.request(request)
  try {
    // A market may open in between, so a difference is checked once more.
    const again = (await listsDiffer(send)) === null ? null : await listsDiffer(send)
    if (again !== null)
      return [
        Finding.fail(
          'lists',
          `the list of open markets is incomplete: ${again}`,
          'orders and fills are read as lists too, so a run could miss some: start none until this is over, and tell the venue',
        ),
      ]
    return [Finding.ok('lists', 'the list of open markets is the same with long and with short pages')]
  } catch (error) {
    return [Finding.fail('lists', `the list of open markets could not be read: ${reasonOf(error)}`, remedyOf(error))]
  }
}

/** How two reads differ; null: they are equal. */
async function listsDiffer(send: Send): Promise<string | null> {
  const long = await idsOf(send, ROWS_MAX)
  const short = await idsOf(send, Math.max(1, Math.ceil(long.length / 3)))
  for (const [name, ids] of [
    ['long', long],
    ['short', short],
  ] as const)
    if (new Set(ids).size < ids.length) return `with ${name} pages it starts again instead of going on`
  const length = Math.min(long.length, short.length, ROWS_MAX)
  const isAlike = long.slice(0, length).every((id, at) => id === short[at])
  if (isAlike && (long.length === short.length || length === ROWS_MAX)) return null
  return `with pages of ${ROWS_MAX} it has ${long.length} markets, with shorter ones ${short.length}, or not the same ones`
}

async function idsOf(send: Send, size: number): Promise<readonly (string | number)[]> {
  const ids: (string | number)[] = []
  const seen = new Set<string | number>()
  const isEnough = ({ id }: z.output<typeof row>): boolean => {
    const isOver = ids.length >= ROWS_MAX || seen.has(id)
    // Repeated ids are kept: they are what this check looks for.
    ids.push(id)
    seen.add(id)
    return isOver
  }
  const query = { status: 'OPEN', first: String(size) } as const
  await readRows(send, OPERATIONS.getMarkets, query, { row, pagesMax: ROWS_MAX + PAGES_MAX, isEnough })
  return ids
}
