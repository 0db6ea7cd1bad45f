import { z } from 'zod'

/** A part of a document. */
export type Json = Readonly<Record<string, unknown>>

/** A schema of what is sent, as JSON Schema; what in it has a name of its own goes to `components`. */
export const hoisted = (schema: z.ZodType, components: Record<string, unknown>): Json => {
  const printed = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: withoutNotes })
  const { $schema: _, $defs = {}, ...own } = renamed(printed)
  Object.assign(components, $defs)
  return own
}

/** `repeats` is a note to the server, not a word of JSON Schema. */
const withoutNotes = ({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void => {
  delete jsonSchema['repeats']
}

const renamed = (schema: object): Json =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json
