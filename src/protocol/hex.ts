/** 0x and lower-case digits. */
export const toHex = (bytes: Uint8Array): `0x${string}` =>
  `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`

/** The bytes of hex text, with or without 0x; null where it is not hex or, if asked for, not `length` bytes. */
export function fromHex(text: string, length?: number): Uint8Array | null {
  const digits = text.startsWith('0x') ? text.slice(2) : text
  if (digits.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(digits)) return null
  if (length !== undefined && digits.length !== 2 * length) return null
  return Buffer.from(digits, 'hex')
}

/** Like `fromHex`, for text that this program made or has checked. Throws a RangeError, which names `what` and never the text. */
export function bytesOf(text: string, options: { readonly what: string; readonly length: number }): Uint8Array {
  const bytes = fromHex(text, options.length)
  if (bytes === null)
    throw new RangeError(`${options.what} must be ${options.length} bytes of hex, found ${text.length} characters`)
  return bytes
}
