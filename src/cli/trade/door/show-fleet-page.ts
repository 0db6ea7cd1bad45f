import { createInterface } from 'node:readline'
import { serveFleet } from '../../../operator/fleet/serve-fleet.js'
import { ExitCode, ExitError } from '../../config/exit.js'
import { askedToStop } from '../../screen/asked-to-stop.js'
import { printText, warnText } from '../../screen/print-text.js'
import { fleetMembers } from './fleet-members.js'

interface PageFlags {
  readonly action: string | undefined
  readonly port?: string
  readonly json?: boolean
}

/** Serves the page of a fleet until a signal ends it. Each line typed meanwhile prints another address. */
export async function showFleetPage(root: string, { action, port, json = false }: PageFlags): Promise<ExitCode> {
  if (action !== undefined) throw new ExitError(ExitCode.USAGE, `expected --page or an action, found both (${action})`)
  const stop = askedToStop()
  const fleet = await opened(root, portOf(port))
  const tell = (): void => {
    const url = fleet.address()
    printText(`${json ? JSON.stringify({ url }) : `${url}\nopen it within a minute; it works once`}\n`)
  }
  tell()
  const lines = process.stdin.isTTY ? createInterface({ input: process.stdin }) : null
  if (lines !== null) warnText('Enter prints another address, Ctrl-C ends the page\n')
  lines?.on('line', tell)
  await stop.first
  lines?.close()
  await fleet.end()
  return ExitCode.DONE
}

const PORT_MAX = 65_535

function portOf(text = '0'): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= PORT_MAX) return Number(text)
  throw new ExitError(ExitCode.USAGE, `--port: expected a whole number from 0 to ${PORT_MAX}, found "${text}"`)
}

async function opened(root: string, port: number): ReturnType<typeof serveFleet> {
  try {
    return await serveFleet({ port, daemons: () => fleetMembers(root) })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      throw new ExitError(ExitCode.FAILED, `port ${port} is taken; without --port any free one is`, error)
    throw error
  }
}
