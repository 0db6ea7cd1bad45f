import { z } from 'zod'

/** A part of a document. */
export type Json = Readonly<Record<string, unknown>>

/** Which words a document's schemas are written in: OpenAPI's are of 2020-12, AsyncAPI's of draft 7. */
export type Dialect = 'draft-2020-12' | 'draft-07'

/** A schema of what is sent, as JSON Schema; what in it has a name of its own goes to `components`. */
export const hoisted = (schema: z.ZodType, components: Record<string, unknown>, dialect: Dialect = 'draft-2020-12'): Json => {
  const override = dialect === 'draft-07' ? withoutMarks : withoutNotes
  const printed = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', target: dialect, override })
  const { $schema: _, $defs = {}, definitions = {}, ...own } = renamed(printed)
  Object.assign(components, $defs, definitions)
  return own
}

/** `repeats` is a note to the server, not a word of JSON Schema. */
const withoutNotes = ({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void => {
  delete jsonSchema['repeats']
}

/** A message is of one moment: no field of it changes. */
const withoutMarks = (printing: { jsonSchema: Record<string, unknown> }): void => {
  withoutNotes(printing)
  delete printing.jsonSchema['x-mutable']
}

const renamed = (schema: object): Json =>
  JSON.parse(JSON.stringify(schema).replaceAll(/"#\/(?:\$defs|definitions)\//g, '"#/components/schemas/')) as Json
