/* oxlint-disable typescript/no-explicit-any -- A document is foreign JSON to its reader. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { RunningExchange } from '../../../src/exchange.js'
import type { Operation } from '../../../src/protocol/api/operation.js'

/** A running exchange's own description of its REST side, as a program reads it. */
export interface ServiceDocument {
  readonly json: any
  /** The description of an operation. */
  readonly of: (operation: Operation) => any
  /** What a status of an operation is said to look like, behind its reference; undefined where it is not described. */
  readonly answerOf: (operation: Operation, status: number) => any
  /** What is wrong with an answer, by the document alone; none where it is as described. */
  readonly misfits: (operation: Operation, answer: { readonly status: number; readonly body: unknown }) => readonly string[]
  /** The same of the body of a request. */
  readonly misfitsOfRequest: (operation: Operation, body: unknown) => readonly string[]
}

/** Reads it. */
export const readDocument = async ({ baseUrl }: Pick<RunningExchange, 'baseUrl'>): Promise<ServiceDocument> => {
  const json: any = await (await fetch(`${baseUrl}/openapi.json`)).json()
  // A document has words beside those of schemas.
  const ajv = new Ajv2020({ strict: false, allErrors: true }).addSchema(json, 'document')
  const of = ({ path, method }: Operation): any => json.paths[path]?.[method.toLowerCase()]
  const placeOf = ({ path, method }: Operation): string =>
    `#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method.toLowerCase()}`
  const pointerOf = (operation: Operation, status: number): string =>
    of(operation)?.responses[status]?.$ref ?? `${placeOf(operation)}/responses/${status}`
  const at = (pointer: string): any =>
    pointer
      .split('/')
      .slice(1)
      .reduce((part, key) => part?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], json)
  const answerOf = (operation: Operation, status: number): any => at(pointerOf(operation, status))
  const wrong = (pointer: string, body: unknown): readonly string[] => {
    const reference = `document${encodePointer(`${pointer}/content/application~1json/schema`)}`
    const check = ajv.getSchema(reference) ?? ajv.compile({ $ref: reference })
    if (check(body) === true) return []
    return (check.errors ?? []).map(({ instancePath, message }) => `${pointer} ${instancePath}: ${message}`)
  }
  return {
    json,
    of,
    answerOf,
    misfits: (operation, { status, body }) => {
      if (answerOf(operation, status)?.content === undefined) return [`${operation.id} says nothing of a body with ${status}`]
      return wrong(pointerOf(operation, status), body)
    },
    misfitsOfRequest: (operation, body) => wrong(`${placeOf(operation)}/requestBody`, body),
  }
}

/** A pointer within a reference is part of a URL. */
const encodePointer = (pointer: string): string => pointer.replaceAll('{', '%7B').replaceAll('}', '%7D')
