import { Validator } from '@seriousme/openapi-schema-validator'
import { type AnyEndpoint, endpoints } from '@waybill/contract'
import { expect, test } from 'vitest'
import { openapi } from './openapi.ts'

test('creates a valid OpenAPI document that names every endpoint once, and none of the operator’s desk', async () => {
  const document = openapi('1.0.0', 'https://waybill.example')
  const result = await new Validator().validate(structuredClone(document))
  expect(result.errors).toBeUndefined()
  expect(result.valid).toBe(true)
  const operations = Object.values(document.paths as Record<string, Record<string, { operationId: string }>>)
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId }) => operationId)
  const open = Object.values<AnyEndpoint>(endpoints).filter(({ auth }) => auth !== 'operator')
  expect(operations.sort()).toEqual(open.map(({ name }) => name).sort())
})
