import { randomBytes } from 'node:crypto'

/** Addresses by which a browser gets one report without a token, because a frame cannot send one. */
export interface ResultLinks {
  /** An address that is valid for a minute. */
  linkTo(file: string): string
  /** The file of a link; null: it is invalid or too old. */
  fileOf(link: string): string | null
}

export const LINK_LIFE_MS = 60_000
const LINKS_MAX = 100

/** Creates the links of a door; `nowMs` is monotonic. */
export function createResultLinks(nowMs: () => number = () => performance.now()): ResultLinks {
  const links = new Map<string, { readonly file: string; readonly endsAt: number }>()
  return {
    linkTo: file => {
      const link = randomBytes(24).toString('base64url')
      links.set(link, { file, endsAt: nowMs() + LINK_LIFE_MS })
      for (const oldest of links.keys()) if (links.size > LINKS_MAX) links.delete(oldest)
      return link
    },
    fileOf: link => {
      const known = links.get(link)
      return known === undefined || nowMs() >= known.endsAt ? null : known.file
    },
  }
}
