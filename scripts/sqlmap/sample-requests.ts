/** One request to every operation of an OpenAPI document, with '*' at each place for a value. */

// biome-ignore lint/suspicious/noExplicitAny: any JSON schema at all
type Schema = Record<string, any>

interface Operation {
  operationId: string
  parameters?: Array<{ name: string; in: string; schema: Schema }>
  requestBody?: { content: Record<string, { schema: Schema }> }
}

/** Around a number, whose mark must be outside quotes. */
const BARE = '\u{e000}'
const BARES = new RegExp(`"?${BARE}"?`, 'g')

export type Paths = Record<string, Record<string, Operation>>

export interface SampleRequest {
  name: string
  method: string
  /** As the request goes over the wire, with its marks. */
  text: string
  marks: number
}

/** `known` holds values of existing things, by the name of their field. */
export function sampleRequests(paths: Paths, known: Record<string, string>): SampleRequest[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => sampleOf(path, method.toUpperCase(), operation, known)),
  )
}

function sampleOf(path: string, method: string, operation: Operation, known: Record<string, string>): SampleRequest {
  const sampleValue = (name: string, schema: Schema) => String(sample(schema, name, known))
  const given = (place: string) =>
    (operation.parameters ?? [])
      .filter((parameter) => parameter.in === place)
      .map(({ name, schema }) => [name, sampleValue(name, schema)] as const)
  const values = new Map(given('path'))
  const target = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => values.get(name) ?? 'x*')
  const query = given('query').map(([name, value]) => `${name}=${value}`)
  const headers = given('header').map(([name, value]) => `${name}: ${value}`)
  const [[type = '', body] = []] = Object.entries(operation.requestBody?.content ?? {})
  const isJson = type === 'application/json'
  if (type) headers.push(`Content-Type: ${type}`)
  const content = isJson ? JSON.stringify(sample(body?.schema ?? {}, '', known)) : type && 'x'
  const line = `${method} ${target}${query.length > 0 ? `?${query.join('&')}` : ''} HTTP/1.1`
  const text = [line, 'Host: localhost', ...headers, '', content].join('\r\n').replace(BARES, '')
  return { name: operation.operationId, method, text, marks: text.split('*').length - 1 }
}

function sample(schema: Schema, name: string, known: Record<string, string>): unknown {
  const [choice] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []
  if (choice) return sample(choice, name, known)
  if (schema.type === 'object') {
    const properties = Object.entries(schema.properties ?? {}) as Array<[string, Schema]>
    return Object.fromEntries(properties.map(([key, one]) => [key, sample(one, key, known)]))
  }
  if (schema.type === 'array') return [sample(schema.items ?? {}, name, known)]
  if (schema.type === 'boolean') return true
  if (/^(?:number|integer)$/.test(schema.type)) return `${BARE}${known[name] ?? 1}*${BARE}`
  return `${known[name] ?? schema.const ?? schema.enum?.[0] ?? 'x'}*`
}
