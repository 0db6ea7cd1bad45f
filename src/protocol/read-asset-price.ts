import type { Reading } from '../model/reading.js'
import { Timestamp } from '../model/time.js'
import { assetPriceSchema, socketSchema } from './wire.js'

export const PRICE_TOPIC = 'assetPriceUpdate'

/** Parses a message of a price topic. null: a message of another topic. Throws if the message is not as documented. */
export function readAssetPrice(text: string): Reading | null {
  const message = socketSchema.parse(JSON.parse(text))
  if (message.type !== 'M' || !message.topic.startsWith(`${PRICE_TOPIC}/`)) return null
  const { price, publishTime } = assetPriceSchema.parse(message.data)
  return { value: price, at: Timestamp.ofSeconds(publishTime) }
}
