/** A wallet's folder under `state/`. */
export const walletName = (address: string): string => `predict-${address.toLowerCase()}`
