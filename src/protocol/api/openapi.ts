import { z } from 'zod'
import type { Operation } from './operation.js'

type Json = Readonly<Record<string, unknown>>

/** What a document says of the service as a whole. */
export interface ServiceInfo {
  /** REST, without a path. */
  readonly baseUrl: string
  readonly requiresApiKey: boolean
}

const DESCRIPTION = `A trading service for prediction markets. It is labelled beta.

Bodies are JSON. A list answers its \`cursor\`, which goes back as \`after\`; null is the last page. Amounts of wei are texts of digits with 18
decimals. Enumerations are open: a client must accept values it does not know.`

const PROOFS = { none: [], wallet: ['bearer'], signature: [], operator: ['operator'] } as const satisfies Record<
  Operation['proof'],
  readonly string[]
>

/** Prints operations as an OpenAPI 3.1 document, from the very schemas by which requests are checked. */
export const openApiDocument = (operations: readonly Operation[], info: ServiceInfo): Json => {
  const components: Record<string, unknown> = { Error: hoisted(errorBody, {}) }
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of operations) {
    const path = (paths[operation.path] ??= {})
    path[operation.method.toLowerCase()] = describeOperation(operation, info, components)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Prediction Market Trading Service (beta)', version: '1.0.0-beta', description: DESCRIPTION },
    servers: [{ url: info.baseUrl }],
    tags: [...new Set(operations.map(({ group }) => group))].map(name => ({ name })),
    paths,
    components: { schemas: components, securitySchemes: SECURITY },
  }
}

const SECURITY = {
  key: { type: 'apiKey', in: 'header', name: 'x-api-key' },
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  operator: { type: 'apiKey', in: 'header', name: 'x-admin-token' },
}

const keyOf = ({ proof }: Operation, { requiresApiKey }: ServiceInfo): readonly string[] =>
  requiresApiKey && proof !== 'operator' ? ['key'] : []

const errorBody = z.object({
  success: z.literal(false),
  code: z.number().int().describe('the HTTP status'),
  error: z.string().describe('a stable word; switch on it'),
  message: z.string(),
  timestamp: z.string().describe("the exchange's clock"),
  trace: z.string(),
})

const describeOperation = (operation: Operation, info: ServiceInfo, components: Record<string, unknown>): Json => ({
  operationId: operation.id,
  tags: [operation.group],
  summary: operation.summary,
  security: [Object.fromEntries([...keyOf(operation, info), ...PROOFS[operation.proof]].map(name => [name, []]))],
  parameters: [...parametersOf(operation.params, 'path', components), ...parametersOf(operation.query, 'query', components)],
  ...(operation.body !== null && {
    requestBody: { required: true, content: { 'application/json': { schema: hoisted(operation.body, components) } } },
  }),
  responses: {
    [operation.status]: {
      description: 'Success',
      content: { 'application/json': { schema: hoisted(wrapped(operation), components) } },
    },
    default: {
      description: 'A refusal',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  },
})

/** The whole body of a success. */
const wrapped = ({ form, answer }: Operation): z.ZodType => {
  switch (form) {
    case 'data':
      return z.object({ success: z.literal(true), data: answer })
    case 'page':
      return z.object({ success: z.literal(true), cursor: z.string().nullable(), data: z.array(answer) })
    case 'body':
      return answer
    default:
      return form satisfies never
  }
}

const parametersOf = (schema: z.ZodObject, place: 'path' | 'query', components: Record<string, unknown>): Json[] => {
  const { properties = {}, required = [] } = hoisted(schema, components) as { properties?: object; required?: string[] }
  return Object.entries(properties).map(([name, of]) => ({ name, in: place, required: required.includes(name), schema: of }))
}

/** A schema as JSON Schema; what in it has a name of its own goes to the components. */
const hoisted = (schema: z.ZodType, components: Record<string, unknown>): Json => {
  const { $schema: _, $defs = {}, ...own } = renamed(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
  Object.assign(components, $defs)
  return own
}

const renamed = (schema: object): Json =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json
