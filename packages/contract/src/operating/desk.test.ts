import { expect, test } from 'vitest'
import type { AnyEndpoint } from '../core/endpoint.ts'
import { endpoints } from '../index.ts'

test('for everybody but operators, no call of the desk reads another body than an unknown path does', () => {
  const ofDesk = Object.values<AnyEndpoint>(endpoints).filter(({ auth }) => auth === 'operator')
  expect(ofDesk.length).toBeGreaterThan(20)
  expect(ofDesk.filter(({ maxBodyBytes, bodyTypes }) => maxBodyBytes !== 65_536 || bodyTypes.length > 0)).toEqual([])
})
