import { hoisted, type Json } from '../protocol/api/json-schema.js'
import { DOOR_OPERATIONS, type DoorOperation, doorErrorBody } from './operations.js'

const DESCRIPTION = `What a running daemon shows and takes, on loopback alone. Amounts are decimal texts of collateral, prices decimals, sizes shares, times
microseconds since the epoch. Each client has its own token, which stands in \`door.json\` in the state folder of the wallet and names it in the journal.`

/** Describes the door as an OpenAPI 3.1 document, made from the schemas that check its requests. */
export function doorOpenApi(url: string, version: string): Json {
  const schemas: Record<string, unknown> = {}
  const paths: Record<string, Record<string, unknown>> = {}
  schemas['Error'] = hoisted(doorErrorBody, schemas)
  for (const operation of Object.values<DoorOperation>(DOOR_OPERATIONS)) {
    const path = (paths[operation.path] ??= {})
    path[operation.method.toLowerCase()] = describe(operation, schemas)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'The door of an oddsmith daemon', version, description: DESCRIPTION },
    servers: [{ url }],
    paths,
    components: { schemas, securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  }
}

function describe(operation: DoorOperation, schemas: Record<string, unknown>): Json {
  const { id, summary, isOpen, body } = operation
  return {
    operationId: id,
    summary,
    security: isOpen ? [] : [{ token: [] }],
    parameters: [
      ...parametersOf(hoisted(operation.params, schemas), 'path'),
      ...parametersOf(hoisted(operation.query, schemas), 'query'),
      ...(operation.needsKey ? [KEY] : []),
    ],
    ...(body !== null && {
      requestBody: { required: true, content: { 'application/json': { schema: hoisted(body, schemas) } } },
    }),
    responses: { ...responsesOf(operation, schemas), default: REFUSAL },
  }
}

const KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'a name of this one action: sent again with it, it is answered as the first time, and done once',
  schema: { type: 'string', minLength: 1, maxLength: 100 },
}

const REFUSAL = {
  description:
    'Refused: no token, another host or origin, a request that does not parse, or the trading thread does not answer',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
}

function responsesOf({ answers }: DoorOperation, schemas: Record<string, unknown>): Json {
  const described = Object.entries(answers).map(([status, [description, body]]) => {
    const content = body === null ? STREAM : { 'application/json': { schema: hoisted(body, schemas) } }
    return [status, { description, content }]
  })
  return Object.fromEntries(described) as Json
}

const STREAM = { 'text/event-stream': { schema: { type: 'string' } } }

const parametersOf = (schema: Json, place: 'path' | 'query'): Json[] => {
  const { properties = {}, required = [] } = schema as { properties?: object; required?: string[] }
  // A field with a default is not required.
  const isRequired = (name: string, of: object): boolean => required.includes(name) && !('default' in of)
  return Object.entries(properties as Record<string, object>).map(([name, of]) => ({
    ...{ name, in: place, required: place === 'path' || isRequired(name, of), schema: of },
  }))
}
