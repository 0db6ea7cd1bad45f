import { z } from 'zod'

const requestShape = z.discriminatedUnion('method', [
  z.object({ method: z.literal('heartbeat'), data: z.number() }),
  z.object({
    method: z.enum(['subscribe', 'unsubscribe']),
    requestId: z.number().int().catch(0),
    params: z.array(z.string().max(4_000)).min(1),
  }),
])

/** What a client asks of the stream. Of `params` only the first topic counts. */
export type SocketRequest = z.infer<typeof requestShape>

/** Reads one frame; null where it is no request. */
export const readRequest = (text: string): SocketRequest | null => {
  try {
    const result = requestShape.safeParse(JSON.parse(text))
    return result.success ? result.data : null
  } catch {
    return null
  }
}
