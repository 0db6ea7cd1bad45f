import { join } from 'node:path'
import { ExitCode } from '../../config/exit.js'
import { printText } from '../../screen/print-text.js'
import { type DaemonFlags, expectDoor, findDoor } from './find-door.js'

/** Prints where the door of a daemon is and which clients it has. Tokens are never printed; programs read them from the file. */
export async function showDoor(file: string | undefined, flags: DaemonFlags): Promise<ExitCode> {
  const { door } = await expectDoor(file, flags)
  const { folder } = await findDoor(file, flags)
  const told = {
    url: door.url,
    pid: door.pid,
    run: door.run,
    clients: Object.keys(door.tokens),
    file: join(folder, 'door.json'),
  }
  const text = `${told.url}  run ${told.run}, process ${told.pid}; clients ${told.clients.join(', ')}; tokens in ${told.file}`
  printText(`${flags.json === true ? JSON.stringify(told) : text}\n`)
  return ExitCode.DONE
}

/** Prints an address that opens the page of a daemon once, within a minute. */
export async function showPage(file: string | undefined, flags: DaemonFlags): Promise<ExitCode> {
  const client = await expectDoor(file, flags)
  const url = `${client.door.url}/#code=${await client.code()}`
  printText(`${flags.json === true ? JSON.stringify({ url }) : `${url}\nopen it within a minute; it works once`}\n`)
  return ExitCode.DONE
}
