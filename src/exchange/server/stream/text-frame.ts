const TEXT_AND_LAST = 0x81
const SHORT_MAX = 125
const MEDIUM_MAX = 0xffff

/**
 * A text message of the stream after the header of its WebSocket frame (RFC 6455, 5.2). A server's frames are not masked, so the same bytes go to
 * any number of clients.
 */
export const textFrame = (text: string): Buffer => {
  const length = Buffer.byteLength(text)
  const start = length <= SHORT_MAX ? 2 : length <= MEDIUM_MAX ? 4 : 10
  const frame = Buffer.allocUnsafe(start + length)
  frame[0] = TEXT_AND_LAST
  if (start === 2) frame[1] = length
  else if (start === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(text, start, 'utf8')
  return frame
}

/** One message of a topic as a text frame. */
export const messageFrame = (topic: string, data: object | number): Buffer =>
  textFrame(JSON.stringify({ type: 'M', topic, data }))
