/**
 * Names that alerts, metrics and pages give to what comes from the venue: all books, the stream of our own orders, and single books. No reference may
 * have one.
 */
const VENUE_FEEDS = ['books', 'wallet', 'markets'] as const

/** Whether a feed is the venue's own, and not a reference. */
export const isVenueFeed = (name: string): boolean => VENUE_FEEDS.some(each => each === name)
