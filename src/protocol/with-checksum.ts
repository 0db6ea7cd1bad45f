import { getAddress } from 'viem/utils'

/** An address in the letter case that carries its checksum (EIP-55). Throws on text that is no address. */
export const withChecksum = (address: string): string => getAddress(address)
