import type { Result, Router } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'

/**
 * A router that looks up a path without parameters once, and remembers what it found: most calls go to a handful of such paths. Paths that name
 * no route of their own are looked up each time, so that a stranger's inventions fill no memory.
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
      // A method is any word that HTTP allows; few of them are asked for in earnest.
      if (known.size < KNOWN_MAX) known.set(key, found)
      return found
    },
  }
}

const KNOWN_MAX = 1_000
