/** Whether a feed in this state gives nothing that can be trusted. A `suspect` one may recover within a moment. */
export const isLost = (state: string): boolean => state !== 'live' && state !== 'suspect'
