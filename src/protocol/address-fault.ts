import { isAddress } from 'viem/utils'

/**
 * What is wrong with an address that a person wrote, in words that begin with "expected"; null: nothing. An address in both letter cases carries a
 * checksum (EIP-55), which shows a mistyped character; one in a single letter case carries none.
 */
export function addressFault(text: string): string | null {
  if (!isAddress(text, { strict: false })) return 'expected 0x and 40 hex digits'
  const digits = text.slice(2)
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase() || isAddress(text)) return null
  return 'expected an address whose letter case is its checksum (EIP-55): a character may be mistyped, so copy it again; in small letters it has no checksum'
}
