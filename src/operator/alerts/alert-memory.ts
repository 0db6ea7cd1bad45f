import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { ALERT_KINDS, SEVERITIES } from './alert.js'

const alert = z.object({
  id: z.string(),
  kind: z.enum(ALERT_KINDS),
  severity: z.enum(SEVERITIES),
  text: z.string(),
  market: z.string().nullable(),
  sinceMs: z.number(),
  endedMs: z.number().nullable(),
})

const schema = z.object({
  firing: z.array(alert),
  /** By the receiver's name: what it believes to be on. */
  known: z.record(z.string(), z.array(alert)),
})

/** What outlives a process: with it an alert rings once however often a run is started, and ends in the run that finds it over. */
export type AlertMemory = z.output<typeof schema>

const NOTHING: AlertMemory = { firing: [], known: {} }

/** Reads it. One that is not there, or is damaged, is empty: alerts that are on ring once more. */
export function readAlertMemory(file: string): AlertMemory {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return NOTHING
  }
}

/** A file takes whole blocks of the disk: one that is as long as they are can be written over where no block is left. */
const BLOCK_BYTES = 4_096

/** Writes it whole or not at all; on a full disk over the file as it is, so that what rang there is known later. false: neither was possible. */
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

/** With blanks behind it, to a multiple of a length in bytes. */
const paddedTo = (text: string, bytes: number): string => text + ' '.repeat((bytes - (Buffer.byteLength(text) % bytes)) % bytes)
