import { regionPlaces } from '@waybill/contract/uploads/regions'
import { expect, test } from 'vitest'
import { nearest } from './nearest.ts'

const at = (name: keyof typeof regionPlaces) => ({ name, place: regionPlaces[name] })
const stores = [at('cn-hongkong'), at('eu-central-1'), at('us-west-1')] as const

test.each([
  ['a visitor in Paris', { latitude: 48.9, longitude: 2.4 }, 'eu-central-1'],
  ['one in Singapore', { latitude: 1.3, longitude: 103.8 }, 'cn-hongkong'],
  ['one in Los Angeles', { latitude: 34, longitude: -118.2 }, 'us-west-1'],
  ['one in Fiji, over the date line', { latitude: -18, longitude: 179 }, 'cn-hongkong'],
  ['one east of the date line, in Hawaii', { latitude: 21.3, longitude: -157.9 }, 'us-west-1'],
  ['one whose place is unknown', null, 'cn-hongkong'],
])('%s sends to the nearest store', (_who, place, name) => {
  expect(nearest([...stores], place).name).toBe(name)
})

type Named = ReturnType<typeof at> & { id: string }

test('of equally near stores, the first is the nearest', () => {
  const named = (id: string) => ({ ...at('eu-west-1'), id })
  const twins: [Named, Named] = [named('one'), named('two')]
  expect(nearest(twins, { latitude: 0, longitude: 0 }).id).toBe('one')
})
