import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { ALERT_KINDS, SEVERITIES } from './alert.js'

/** A date can be made of it. */
const time = z.number().min(0).max(8.64e15)

const alert = z.object({
  id: z.string(),
  kind: z.enum(ALERT_KINDS),
  severity: z.enum(SEVERITIES),
  text: z.string(),
  market: z.string().nullable(),
  sinceMs: time,
  endedMs: time.nullable(),
})

const schema = z.object({
  firing: z.array(alert),
  /** For each receiver, by name: the alerts that it believes are active. */
  known: z.record(z.string(), z.array(alert)),
})

/** Survives restarts, so that an alert is sent once however often a run is started, and is ended by the run that finds its condition over. */
export type AlertMemory = z.output<typeof schema>

const NOTHING: AlertMemory = { firing: [], known: {} }

/** Reads the file. If it is missing or damaged, the memory is empty, and active alerts are sent again. */
export function readAlertMemory(file: string): AlertMemory {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return NOTHING
  }
}

/** A file uses whole blocks of the disk. One padded to whole blocks can be overwritten even when no block is free. */
const BLOCK_BYTES = 4_096

/**
 * Writes the file completely or not at all. On a full disk it overwrites the existing file, so that alerts sent there are remembered. false: both
 * failed.
 */
export function writeAlertMemory(file: string, memory: AlertMemory): boolean {
  const text = JSON.stringify(memory)
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, paddedTo(text, BLOCK_BYTES), { mode: 0o600 })
    renameSync(draft, file)
    return true
  } catch {
    rmSync(draft, { force: true })
    return writeOver(file, text)
  }
}

function writeOver(file: string, text: string): boolean {
  try {
    writeFileSync(file, paddedTo(text, statSync(file).size), { flag: 'r+' })
    return true
  } catch {
    return false
  }
}

/** Pads the text with spaces to a multiple of a length in bytes. */
const paddedTo = (text: string, bytes: number): string => text + ' '.repeat((bytes - (Buffer.byteLength(text) % bytes)) % bytes)
