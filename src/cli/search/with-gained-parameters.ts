import { z } from 'zod'

/** A run's recorded parameters, completed with those that its strategy gained since. */
interface WithGained {
  readonly parameters: unknown
  /** Names of added parameters; a nested field has a dot. */
  readonly gained: readonly string[]
}

/**
 * Adds the defaults of parameters that a strategy gained after a run recorded its own. Existing values stay, even if the schema would refuse them
 * now; a parameter without a default is not added.
 */
export function withGainedParameters(schema: z.core.$ZodType, written: unknown): WithGained {
  const fields = fieldsOf(schema)
  if (fields === null || !isFields(written)) return { parameters: written, gained: [] }
  const parameters: Record<string, unknown> = { ...written }
  const gained: string[] = []
  for (const [name, field] of Object.entries(fields)) {
    if (Object.hasOwn(written, name)) {
      const inner = withGainedParameters(field, written[name])
      parameters[name] = inner.parameters
      gained.push(...inner.gained.map(each => `${name}.${each}`))
      continue
    }
    const preset = z.safeParse(field, undefined)
    if (!preset.success || preset.data === undefined) continue
    parameters[name] = preset.data
    gained.push(name)
  }
  return { parameters, gained }
}

/** The fields of a schema, whatever its default; null: it is not an object. */
function fieldsOf(schema: z.core.$ZodType): Readonly<Record<string, z.core.$ZodType>> | null {
  if (schema instanceof z.ZodObject) return schema.shape
  const isWrapped =
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable
  return isWrapped ? fieldsOf(schema.def.innerType) : null
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
