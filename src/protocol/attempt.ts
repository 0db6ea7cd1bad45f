/** What `make` returns; null if it throws. viem throws on bytes that are of no known call or transaction, which is expected of other programs' data. */
export const attempt = <T>(make: () => T): T | null => {
  try {
    return make()
  } catch {
    return null
  }
}
