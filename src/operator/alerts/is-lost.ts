/** Whether nothing of a feed in this state can be trusted; one that is suspect may be well again in a moment. */
export const isLost = (state: string): boolean => state !== 'live' && state !== 'suspect'
