import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { reasonOf } from '../../model/reason-of.js'
import type { Config } from '../config/config-schema.js'
import { ExitCode, ExitError } from '../config/exit.js'
import { hideSecrets } from '../config/hide-secrets.js'

/** `runs/<id>`: everything that belongs to one run and may be deleted with it. Only its user can read it: it shows strategies, limits and orders. */
export interface RunFolder {
  readonly id: string
  readonly path: string
  /** Returns why it could not be written; null: it was. */
  writeSummary(summary: object): string | null
}

/** In the folder of a run on paper: the embedded exchange's state at the start, and all that happened there since. */
export const RUN_HISTORY = 'exchange'

/** Creates a run's folder under `home` and writes the effective config there, without secrets. Throws an `ExitError` if that fails. */
export function openRunFolder(home: string, config: Config, startedAt: Date): RunFolder {
  try {
    return makeRunFolder(home, config, startedAt)
  } catch (error) {
    throw new ExitError(ExitCode.FAILED, `the folder of this run could not be made under ${home}: ${reasonOf(error)}`, error)
  }
}

function makeRunFolder(home: string, config: Config, startedAt: Date): RunFolder {
  const stamp = startedAt.toISOString().replaceAll(/[-:]/g, '').replace('T', '-').slice(0, 15)
  mkdirSync(join(home, 'runs'), { recursive: true })
  const id = freeName(join(home, 'runs'), stamp)
  const path = join(home, 'runs', id)
  writeFileSync(join(path, 'config.json'), `${JSON.stringify(config, hideSecrets, 2)}\n`)
  return {
    id,
    path,
    writeSummary: summary => {
      try {
        writeFileSync(join(path, 'summary.json'), `${JSON.stringify(summary, null, 2)}\n`)
        return null
      } catch (error) {
        return reasonOf(error)
      }
    },
  }
}

/** Two runs may start within the same second. */
function freeName(root: string, stamp: string): string {
  for (let count = 1; ; count++) {
    const name = count === 1 ? stamp : `${stamp}-${count}`
    try {
      mkdirSync(join(root, name), { mode: 0o700 })
      return name
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
  }
}
