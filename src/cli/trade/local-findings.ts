import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { reasonOf } from '../../model/reason-of.js'
import { Finding } from '../../venues/finding.js'
import { packageManifest } from '../config/package-manifest.js'
import { isEncrypted } from '../wallet/keystore.js'

/** Compares Node's version with the least that this package runs on. */
export function nodeFinding(version: string = process.versions.node): Finding {
  const wanted = packageManifest().engines['node']?.replace(/^\D+/, '') ?? '0'
  const words = `Node ${version}`
  if (isOlder(version, wanted)) return Finding.fail('node', words, `install Node ${wanted} or newer`)
  return Finding.ok('node', `${words} (${process.platform} ${process.arch})`)
}

function isOlder(version: string, wanted: string): boolean {
  const [a, b] = [version, wanted].map(text => text.split('.').map(Number))
  for (const at of [0, 1, 2]) {
    const [one, other] = [a?.[at] ?? 0, b?.[at] ?? 0]
    if (one !== other) return one < other
  }
  return false
}

const GB = 1e9
/** Below the first amount a run may not last the day; below the second it may not start. */
const [FREE_WARNED, FREE_LEAST] = [2 * GB, 0.2 * GB]

/** Checks free space and access rights of the folder with `state/` and `runs/`. */
export function diskFinding(home: string): Finding {
  const folder = nearestFolder(home)
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    const free = bavail * bsize
    const words = `${(free / GB).toFixed(1)} GB free in ${folder}`
    const remedy =
      'make room, or keep state/ and runs/ elsewhere by --home; logs.* and "oddsmith journal prune" bound what a run keeps'
    if (free < FREE_LEAST) return Finding.fail('disk', words, remedy)
    return free < FREE_WARNED ? Finding.warn('disk', words, remedy) : Finding.ok('disk', words)
  } catch (error) {
    return Finding.fail(
      'disk',
      `${folder} cannot be written: ${reasonOf(error)}`,
      'give this user the right to write it, or name another folder by --home',
    )
  }
}

const nearestFolder = (home: string): string => {
  const folder = resolve(home)
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder))
}

/** Fields of a venue's config about its key; other venues may have others. */
interface KeyFields {
  readonly keystore?: unknown
  readonly passphrase?: unknown
  readonly privateKey?: unknown
}

/** Checks where the wallet's key is, and who can read it. `folder`: that of the config. Empty: the config names no key. */
export function keyFindings(own: unknown, folder: string): readonly Finding[] {
  const { keystore, passphrase, privateKey }: KeyFields = typeof own === 'object' && own !== null ? own : {}
  return [
    ...(typeof keystore === 'string' ? [keystoreFinding(resolve(folder, keystore))] : []),
    ...secretFindings('passphrase', passphrase),
    ...secretFindings('privateKey', privateKey),
  ]
}

function keystoreFinding(file: string): Finding {
  try {
    const mode = statSync(file).mode & 0o777
    const words = `${file} has mode 0${mode.toString(8)}`
    const isClosed = process.platform === 'win32' || (mode & 0o077) === 0
    if (!isEncrypted(file))
      return isClosed
        ? Finding.warn('keystore', `${words} and holds a bare key`, `encrypt it: oddsmith keys import NEW.json --from ${file}`)
        : Finding.fail(
            'keystore',
            `${words} and holds a bare key`,
            `chmod 600 ${file}, and encrypt it: oddsmith keys import NEW.json --from ${file}`,
          )
    return isClosed
      ? Finding.ok('keystore', `${words} and is encrypted`)
      : Finding.warn('keystore', `${words}: others of this computer can read and try it`, `chmod 600 ${file}`)
  } catch (error) {
    return Finding.fail(
      'keystore',
      reasonOf(error),
      'make one: oddsmith keys new FILE, or oddsmith keys import FILE; venue.keystore names it, seen from the config',
    )
  }
}

function secretFindings(field: 'passphrase' | 'privateKey', value: unknown): readonly Finding[] {
  if (value === undefined) return []
  const better =
    field === 'passphrase'
      ? '{ credential } of systemd, or { file } with mode 0600'
      : 'an encrypted keystore: oddsmith keys import'
  if (typeof value === 'string') return [Finding.warn(field, `venue.${field} stands in the config as it is`, `use ${better}`)]
  if (typeof value === 'object' && value !== null && 'env' in value)
    return [
      Finding.warn(
        field,
        `venue.${field} comes from a variable, which each program of this user can read in /proc`,
        `use ${better}`,
      ),
    ]
  return [Finding.ok(field, `venue.${field} comes from ${Object.keys(value as object).join('')}`)]
}
