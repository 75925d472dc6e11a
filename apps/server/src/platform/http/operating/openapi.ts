import { endpoints } from '@waybill/contract'
import { type AnyEndpoint, takesMultipart } from '@waybill/contract/core/endpoint'
import { problems } from '@waybill/contract/core/problem-statuses'
import { keyRefusals } from '@waybill/contract/identity/key-scopes'
import { z } from 'zod'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of every endpoint but the operator's, generated from the contract. */
export function openapi(version: string, origin: string): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of Object.values(endpoints) as AnyEndpoint[]) {
    // To readers of this document, the operator's desk does not exist.
    if (endpoint.auth === 'operator') continue
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Waybill', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: origin }],
    paths,
    components: {
      schemas: { Problem: problemSchema },
      securitySchemes: {
        uploadToken: { type: 'http', scheme: 'bearer', description: 'The token of one upload' },
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key that has the scope; docs/api.md says how' },
      },
    },
  }
}

const problemSchema: Json = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'facts'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', enum: Object.keys(problems) },
    facts: { type: 'object' },
    requestId: { type: 'string' },
  },
}

/** Without a key the call is for the pages of the site, which send a session's token, or for everybody. */
function securityOf({ auth, keyScope }: AnyEndpoint): Json {
  const byToken = auth === 'upload-token' || auth === 'bearer' ? [{ uploadToken: [] }] : []
  const byKey = keyScope === null ? [] : [{ apiKey: [keyScope] }, ...(byToken.length > 0 ? [] : [{}])]
  const security = [...byKey, ...byToken]
  return security.length > 0 ? { security } : {}
}

function operation(endpoint: AnyEndpoint): Json {
  const body = requestBody(endpoint)
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    parameters: parameters(endpoint),
    ...(body ? { requestBody: body } : {}),
    ...securityOf(endpoint),
    responses: {
      [endpoint.status]: {
        description: endpoint.summary,
        ...(endpoint.reply ? { content: { 'application/json': { schema: toSchema(endpoint.reply, 'output') } } } : {}),
      },
      default: {
        description: `Refused: ${problemsOf(endpoint).join(', ') || 'see code'}`,
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  }
}

/** With what any call of an account may be refused for. */
const problemsOf = ({ auth, worksWithoutFactor, keyScope, problems: own }: AnyEndpoint): readonly string[] => [
  ...own,
  ...(auth === 'session' && !worksWithoutFactor ? ['second-factor-required'] : []),
  ...(keyScope === null ? [] : keyRefusals),
]

function requestBody(endpoint: AnyEndpoint): Json | undefined {
  if (takesMultipart(endpoint)) {
    const fields = { type: 'object', additionalProperties: { type: 'string', format: 'binary' } }
    return { required: true, content: { 'multipart/form-data': { schema: fields } } }
  }
  if (endpoint.bodyTypes.length > 0) {
    const bytes = { schema: { type: 'string', format: 'binary' } }
    return { required: true, content: Object.fromEntries(endpoint.bodyTypes.map((type) => [type, bytes])) }
  }
  if (!endpoint.body) return undefined
  const schema = toSchema(endpoint.body, 'input')
  const form =
    endpoint.auth === 'form' || endpoint.auth === 'mail-post' ? { 'application/x-www-form-urlencoded': { schema } } : {}
  return { required: true, content: { 'application/json': { schema }, ...form } }
}

function parameters(endpoint: AnyEndpoint): Json[] {
  const path = parametersIn('path', endpoint.params)
  const query = parametersIn('query', endpoint.query)
  const key = { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 128 } }
  const stepUp = { name: 'Waybill-Step-Up', in: 'header', required: false, schema: { type: 'string', maxLength: 64 } }
  return [...path, ...query, ...(endpoint.creates ? [key] : []), ...(endpoint.asksStepUp ? [stepUp] : [])]
}

function parametersIn(place: 'path' | 'query', given: z.ZodType | undefined): Json[] {
  if (!given) return []
  const { properties = {}, required = [] } = toSchema(given, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }))
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _schema, ...rest } = z.toJSONSchema(schema, { io }) as Json
  return rest
}
