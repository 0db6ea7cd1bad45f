import { getAddress } from 'viem/utils'

/** An address with its EIP-55 checksum. Throws if the text is not an address. */
export const withChecksum = (address: string): string => getAddress(address)
