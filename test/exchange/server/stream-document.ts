/* oxlint-disable typescript/no-explicit-any -- A document is foreign JSON to its reader. */
import { Ajv } from 'ajv'
import type { RunningExchange } from '../../../src/exchange.js'

/** A running exchange's own description of its stream, as a program reads it. */
export interface StreamDocument {
  readonly json: any
  /** What is wrong with a frame, as a message of this name; none where it is as described. */
  readonly misfits: (message: string, frame: unknown) => readonly string[]
}

/** Reads it; no key is asked for. */
export const readStreamDocument = async ({ baseUrl }: Pick<RunningExchange, 'baseUrl'>): Promise<StreamDocument> => {
  const json: any = await (await fetch(`${baseUrl}/asyncapi.json`)).json()
  const ajv = new Ajv({ strict: false, allErrors: true }).addSchema(json, 'document')
  return {
    json,
    misfits: (message, frame) => {
      const reference = `document#/components/messages/${message}/payload`
      const check = ajv.getSchema(reference) ?? ajv.compile({ $ref: reference })
      if (check(frame) === true) return []
      return (check.errors ?? []).map(({ instancePath, message: why }) => `${message} ${instancePath}: ${why}`)
    },
  }
}
