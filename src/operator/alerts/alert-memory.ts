import { readFileSync, renameSync, writeFileSync } from 'node:fs'
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

/** Writes it whole or not at all. A disk that is full is told of by an alert and by the run itself. */
export function writeAlertMemory(file: string, memory: AlertMemory): boolean {
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, JSON.stringify(memory), { mode: 0o600 })
    renameSync(draft, file)
    return true
  } catch {
    return false
  }
}
