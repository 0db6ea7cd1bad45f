import { z } from 'zod'

/** A part of a document. */
export type Json = Readonly<Record<string, unknown>>

/** The JSON Schema version of a document: OpenAPI uses 2020-12, AsyncAPI draft 7. */
export type Dialect = 'draft-2020-12' | 'draft-07'

/** A schema of sent data as JSON Schema; named parts go to `components`. */
export const hoisted = (schema: z.ZodType, components: Record<string, unknown>, dialect: Dialect = 'draft-2020-12'): Json => {
  const override = dialect === 'draft-07' ? withoutMarks : withoutNotes
  const printed = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', target: dialect, override })
  const { $schema: _, $defs = {}, definitions = {}, ...own } = renamed(printed)
  Object.assign(components, $defs, definitions)
  return own
}

/** `repeats` is a note to the server, not a keyword of JSON Schema. */
const withoutNotes = ({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void => {
  delete jsonSchema['repeats']
}

/** A message describes one moment, so `mutable` marks are removed from it. */
const withoutMarks = (printing: { jsonSchema: Record<string, unknown> }): void => {
  withoutNotes(printing)
  delete printing.jsonSchema['x-mutable']
}

const renamed = (schema: object): Json =>
  JSON.parse(JSON.stringify(schema).replaceAll(/"#\/(?:\$defs|definitions)\//g, '"#/components/schemas/')) as Json
