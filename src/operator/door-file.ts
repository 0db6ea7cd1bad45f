import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** The address and the tokens of a daemon's door. The file is in the wallet's state folder, and only its owner can read it. */
const schema = z.object({
  url: z.string(),
  pid: z.number().int(),
  run: z.string(),
  /** By the name of a client, which the journal shows with its actions. */
  tokens: z.record(z.string(), z.string()),
})

/** Creates the file of a door, with its address and tokens. */
export type DoorFile = z.output<typeof schema>

const NAME = 'door.json'

/** Writes the file completely or not at all, so that a reader never finds half of it. Throws the system's error. */
export function writeDoorFile(folder: string, file: DoorFile): void {
  const draft = join(folder, `${NAME}.${file.pid}`)
  writeFileSync(draft, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 })
  renameSync(draft, join(folder, NAME))
}

/** null: there is none, or this program did not write it. */
export function readDoorFile(folder: string): DoorFile | null {
  try {
    const { data } = schema.safeParse(JSON.parse(readFileSync(join(folder, NAME), 'utf8')))
    return data ?? null
  } catch {
    return null
  }
}

/** Deletes the file if it is still that of this process; absent: always. On a read-only disk it stays; readers see that its process is gone. */
export function removeDoorFile(folder: string, pid?: number): void {
  if (pid !== undefined && readDoorFile(folder)?.pid !== pid) return
  try {
    rmSync(join(folder, NAME), { force: true })
  } catch {
    // The end of a run must not fail for it.
  }
}
