import type { Result, Router } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'

/**
 * A router that looks up a path without parameters once, and caches the result: most calls go to a few such paths. Paths that match no such route
 * are looked up each time, so that invented paths do not fill the memory.
 */
export const createRememberingRouter = <T>(): Router<T> => {
  const inner = new TrieRouter<T>()
  const plain = new Set<string>()
  const known = new Map<string, Result<T>>()
  return {
    name: 'RememberingRouter',
    add: (method, path, handler) => {
      inner.add(method, path, handler)
      known.clear()
      if (!/[:*{]/.test(path)) plain.add(path)
    },
    match: (method, path) => {
      if (!plain.has(path)) return inner.match(method, path)
      const key = `${method} ${path}`
      const found = known.get(key) ?? inner.match(method, path)
      // A method can be any word, so the size of the cache is limited.
      if (known.size < KNOWN_MAX) known.set(key, found)
      return found
    },
  }
}

const KNOWN_MAX = 1_000
