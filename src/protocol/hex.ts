// Hex for what every order needs, in half of viem's time; viem does the rest.

/** 0x and lower-case digits. */
export const toHex = (bytes: Uint8Array): `0x${string}` =>
  `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`

/** The bytes of hex text, with or without 0x; null if it is not hex, or not `length` bytes long where that is given. */
export function fromHex(text: string, length?: number): Uint8Array | null {
  const digits = text.startsWith('0x') ? text.slice(2) : text
  if (digits.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(digits)) return null
  if (length !== undefined && digits.length !== 2 * length) return null
  return Buffer.from(digits, 'hex')
}

/** Like `fromHex`, for text that this program created or checked. Throws a RangeError that names `what` and never contains the text. */
export function bytesOf(text: string, options: { readonly what: string; readonly length: number }): Uint8Array {
  const bytes = fromHex(text, options.length)
  if (bytes === null)
    throw new RangeError(`${options.what} must be ${options.length} bytes of hex, found ${text.length} characters`)
  return bytes
}
