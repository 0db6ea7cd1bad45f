import { type Dirent, existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { notedTrader } from '../../../journal/lease.js'
import { type DoorFile, readDoorFile } from '../../../operator/door-file.js'
import { accountIn, isWalletName } from '../../wallet/wallet-name.js'
import { isProcessAlive } from './find-door.js'

/** A wallet under a folder, with or without a running daemon. */
export interface FleetMember {
  /** Its name for people: its working folder, and its account if that folder has several. */
  readonly name: string
  /** The wallet's state folder. */
  readonly folder: string
  /** null: no daemon has a door open. */
  readonly door: DoorFile | null
  /** Whether a daemon runs, also one that starts, or whose door is off or could not be opened. */
  readonly isRunning: boolean
}

/** How deep working folders are searched. */
const DEPTH_MAX = 3
const PASSED_OVER = new Set(['node_modules', 'runs', 'backtests', 'sweeps', 'walks', '.git'])

/** The wallets in `state/` of a folder and of its subfolders, by name. */
export function fleetMembers(root: string): readonly FleetMember[] {
  const found = homesUnder(root, DEPTH_MAX).flatMap(home => walletsOf(root, home))
  return withoutAliases(found).toSorted((a, b) => a.name.localeCompare(b.name))
}

/** A wallet that a symbolic link shows a second time is listed once, by its own path if that is among them. */
function withoutAliases(members: readonly FleetMember[]): readonly FleetMember[] {
  const byPlace = new Map<string, FleetMember>()
  for (const member of members) {
    const place = realpathSync(member.folder)
    if (!byPlace.has(place) || member.folder === place) byPlace.set(place, member)
  }
  return [...byPlace.values()]
}

function homesUnder(folder: string, depth: number): readonly string[] {
  if (existsSync(join(folder, 'state'))) return [folder]
  return depth === 0 ? [] : foldersIn(folder).flatMap(name => homesUnder(join(folder, name), depth - 1))
}

function walletsOf(root: string, home: string): readonly FleetMember[] {
  const wallets = foldersIn(join(home, 'state')).filter(isWalletName)
  const place = relative(root, home)
  return wallets.map(wallet => {
    const folder = join(home, 'state', wallet)
    const noted = readDoorFile(folder)
    const door = noted !== null && isProcessAlive(noted.pid) ? noted : null
    const trader = notedTrader(folder)
    const parts = [place, ...(wallets.length > 1 || place === '' ? [accountIn(wallet)] : [])]
    return {
      name: parts.filter(part => part !== '').join('/'),
      folder,
      door,
      isRunning: door !== null || (trader !== null && isProcessAlive(trader)),
    }
  })
}

function foldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap(entry =>
      isFolder(folder, entry) && !PASSED_OVER.has(entry.name) ? [entry.name] : [],
    )
  } catch {
    // A folder that this user may not read has no daemon of ours.
    return []
  }
}

/** Also behind a symbolic link: a wallet's folder may be on another disk. */
function isFolder(folder: string, entry: Dirent): boolean {
  if (!entry.isSymbolicLink()) return entry.isDirectory()
  try {
    return statSync(join(folder, entry.name)).isDirectory()
  } catch {
    // The link leads nowhere, or back to itself.
    return false
  }
}
