import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AskedAct, AskedAnswer } from './messages.js'

/** Beside the wallet's lock, because a user who may write there controls the wallet anyway. */
const ASK = 'keeper-ask.json'
const ANSWER = 'keeper-answer.json'

/** Sends a request to the keeper of a wallet whose daemon does not answer. Only one request is kept: a later one replaces an earlier one. */
export function askKeeper(folder: string, act: AskedAct): void {
  rmSync(join(folder, ANSWER), { force: true })
  writeWhole(join(folder, ASK), act)
}

/** The keeper's answer to the request with this key, returned once; null: not yet. */
export function answerOfKeeper(folder: string, key: string): AskedAnswer | null {
  const file = join(folder, ANSWER)
  const found = readJson(file) as AskedAnswer | null
  if (found?.key !== key) return null
  rmSync(file, { force: true })
  return found
}

/** For the keeper: the request, returned once; null: none. */
export function takeAsked(folder: string): AskedAct | null {
  const file = join(folder, ASK)
  const found = readJson(file) as AskedAct | null
  if (found === null) return null
  rmSync(file, { force: true })
  return typeof found.key === 'string' && typeof found.who === 'string' && ACTS.has(found.what) ? found : null
}

export const answerAsked = (folder: string, answer: AskedAnswer): void => writeWhole(join(folder, ANSWER), answer)

const ACTS: ReadonlySet<unknown> = new Set<AskedAct['what']>(['cancel-all', 'halt', 'resume'])

function writeWhole(file: string, value: object): void {
  writeFileSync(`${file}.new`, JSON.stringify(value), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // Missing, or of another version.
    return null
  }
}
