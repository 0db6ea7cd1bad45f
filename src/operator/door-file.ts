import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** Where a daemon's door is, and what opens it. Stands in the wallet's state folder, for its owner's eyes alone. */
const schema = z.object({
  url: z.string(),
  pid: z.number().int(),
  run: z.string(),
  /** By the name of a client, which stands in the journal behind what it does. */
  tokens: z.record(z.string(), z.string()),
})

/** What a door writes into the wallet's folder: its address and its tokens. */
export type DoorFile = z.output<typeof schema>

const NAME = 'door.json'

/** Writes it whole or not at all, so that a reader never finds half of it. Throws what the system says. */
export function writeDoorFile(folder: string, file: DoorFile): void {
  const draft = join(folder, `${NAME}.${file.pid}`)
  writeFileSync(draft, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 })
  renameSync(draft, join(folder, NAME))
}

/** null: there is none, or it is none that this program wrote. */
export function readDoorFile(folder: string): DoorFile | null {
  try {
    const { data } = schema.safeParse(JSON.parse(readFileSync(join(folder, NAME), 'utf8')))
    return data ?? null
  } catch {
    return null
  }
}

/** Takes it away where it is still that of this process; absent: always. */
export function removeDoorFile(folder: string, pid?: number): void {
  if (pid === undefined || readDoorFile(folder)?.pid === pid) rmSync(join(folder, NAME), { force: true })
}
