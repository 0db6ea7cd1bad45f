import { z } from 'zod'
import { type Credential, credentialsOf } from './credentials.js'
import { hoisted, type Json } from './json-schema.js'
import { type Answers, describeAnswers, HEADERS } from './openapi-answers.js'
import type { Operation } from './operation.js'

/** Texts of a document about the whole service. */
export interface ServiceInfo {
  readonly requiresApiKey: boolean
  /** Whether calls are rate limited, so that answers carry the headers of the window. */
  readonly isCounted: boolean
}

const DESCRIPTION = `A trading service for prediction markets. It is labelled beta.

Bodies are JSON. A list answers its \`cursor\`, which goes back as \`after\`; null is the last page. Amounts of wei are texts of digits with 18
decimals. A field that is marked \`x-mutable\` changes during the life of what it belongs to; the others change only where the operator says so.
Enumerations are open: a client must accept values it does not know, and tell refusals of unknown words apart by their status.

The revision without \`/v1\` asks for no API key; one that is sent all the same must be right. The stream is described in \`/asyncapi.json\`.`

/** Prints operations as an OpenAPI 3.1 document, from the schemas that check requests. The caller adds `servers`. */
export const openApiDocument = (operations: readonly Operation[], info: ServiceInfo): Json => {
  const answers: Answers = { schemas: { Error: hoisted(errorBody, {}) }, responses: {} }
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of operations) {
    const path = (paths[operation.path] ??= {})
    path[operation.method.toLowerCase()] = describeOperation(operation, info, answers)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Prediction Market Trading Service (beta)', version: '1.0.0-beta', description: DESCRIPTION },
    tags: [...new Set(operations.map(({ group }) => group))].map(name => ({ name })),
    paths,
    components: { ...answers, headers: HEADERS, securitySchemes: SECURITY },
  }
}

const SECURITY: Readonly<Record<Credential, Json>> = {
  key: { type: 'apiKey', in: 'header', name: 'x-api-key' },
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  operator: { type: 'apiKey', in: 'header', name: 'x-admin-token' },
}

const describeOperation = (operation: Operation, info: ServiceInfo, answers: Answers): Json => {
  const query = hoisted(operation.query, answers.schemas)
  return {
    operationId: operation.id,
    tags: [operation.group],
    summary: operation.summary,
    ...ruleOf(query),
    security: credentialsOf(operation, info.requiresApiKey)
      .filter(set => set.length > 0)
      .map(set => Object.fromEntries(set.map(name => [name, []]))),
    parameters: [...parametersOf(hoisted(operation.params, answers.schemas), 'path'), ...parametersOf(query, 'query')],
    ...(operation.body !== null && { requestBody: bodyOf(operation.body, answers) }),
    responses: describeAnswers(operation, info.isCounted, answers),
  }
}

/** OpenAPI lists parameters one by one, so a rule between them can only be given as a sentence. */
const ruleOf = (query: Json): { readonly description?: string } => {
  const { oneOf } = query as { oneOf?: readonly { readonly required: readonly string[] }[] }
  const names = oneOf?.flatMap(({ required }) => required.map(name => `\`${name}\``))
  return names === undefined ? {} : { description: `Exactly one of ${names.join(' and ')} must be given.` }
}

const bodyOf = (body: z.ZodType, { schemas }: Answers): Json => ({
  required: true,
  content: { 'application/json': { schema: hoisted(body, schemas) } },
})

const parametersOf = (schema: Json, place: 'path' | 'query'): Json[] => {
  const { properties = {}, required = [] } = schema as { properties?: object; required?: string[] }
  return Object.entries(properties).map(([name, of]) => ({ name, in: place, required: required.includes(name), schema: of }))
}

/** The body of every refusal. */
const errorBody = z.object({
  success: z.literal(false),
  code: z.number().int().describe('the HTTP status'),
  error: z.string().describe('a stable word; switch on it'),
  message: z.string(),
  timestamp: z.string().describe("the exchange's clock"),
  trace: z.string(),
})
