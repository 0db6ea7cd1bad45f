import { createDoorClient, type DoorClient, readDoorFile } from 'oddsmith/operator'

/**
 * Watches a running daemon, and pauses it once its run has lost so much. Resolves with what was done: with null where the run ended before. The name of
 * the token that the client uses stands in the daemon's journal behind the pause.
 */
export async function pauseOnLoss(client: DoorClient, lossMaxUsdt: number): Promise<string | null> {
  const leaving = new AbortController()
  for await (const told of client.stream({ signal: leaving.signal })) {
    if (told.event === 'end') return null
    if (told.event !== 'copy' || Number(told.data.money.total) > -lossMaxUsdt) continue
    // Sent again with the same key it would be done once: a lost answer costs nothing.
    const { text } = await client.act({ do: 'pause', scope: 'all' }, `loss-of-${told.data.run}`)
    leaving.abort()
    return text
  }
  return null
}

/** The client of the daemon of a wallet, by the state folder of that wallet and the name of a token in `door.clients` of the config. */
export function clientOf(folder: string, name: string): DoorClient {
  const door = readDoorFile(folder)
  const token = door?.tokens[name]
  if (door === null || token === undefined) throw new Error(`expected a daemon in ${folder} that knows the client ${name}`)
  return createDoorClient({ url: door.url, token })
}
