/** Words that say nothing about which market is meant. */
const STOP_WORDS = new Set(
  'A AN AND ARE AS AT BE BY DO DOES FOR FROM HAS HAVE IN IS IT ITS OF ON OR THAN THAT THE THEIR THERE THIS TO WAS WERE WHAT WHEN WHICH WHO WILL WITH'.split(
    ' ',
  ),
)

/**
 * The name that clients make of a category's slug and a market's title: capitals, without stop words and punctuation. No
 * two markets share it.
 */
export const titleKey = (slug: string, title: string): string =>
  `${slug} ${title}`
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '' && !STOP_WORDS.has(word))
    .join('-')
