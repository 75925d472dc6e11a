import { expect, test } from 'vitest'
import { readTyped, type TypedCompany, taxKindOf, typedOf } from './company-typed.ts'
import { countryNames, findCountry } from './country-names.ts'

const empty: TypedCompany = {
  ...{ name: '', line1: '', line2: '', postalCode: '', city: '', region: '', country: '', taxType: '', taxId: '' },
}
const berlin = { ...empty, name: 'Weiye', line1: 'Torstr. 1', city: 'Berlin', postalCode: '10119', country: 'Germany' }

test.each([
  ['Germany', 'DE'],
  [' germany ', 'DE'],
  ['德国', 'DE'],
  ['de', 'DE'],
  ['Narnia', null],
  ['', null],
])('the country %j is %j', (typed, code) => {
  expect(findCountry(typed)).toBe(code)
})

test('every listed country is found by its name, in both languages', () => {
  for (const language of ['en', 'zh'] as const) {
    const names = countryNames(language)
    expect(names.filter((name) => findCountry(name) === null)).toEqual([])
    expect(new Set(names).size).toBe(names.length)
  }
})

test.each<[Partial<TypedCompany>, object]>([
  [{}, { company: { name: 'Weiye', address: { line1: 'Torstr. 1', country: 'DE' }, taxId: null } }],
  [{ country: '' }, { fault: { field: 'country', because: 'missing' } }],
  [{ country: 'Narnia' }, { fault: { field: 'country', because: 'unknown' } }],
  [{ ...empty, name: ' Weiye ' }, { company: { name: 'Weiye', address: null, taxId: null } }],
  [{ ...empty, taxId: 'DE123456789' }, { fault: { field: 'country', because: 'missing' } }],
  [{ taxId: 'de 123 456 789' }, { company: { taxId: { type: 'eu_vat', value: 'de 123 456 789' } } }],
  [{ taxId: 'DE12' }, { fault: { field: 'taxId', example: 'DE123456789' } }],
  [{ country: 'Japan', taxType: 'jp_cn', taxId: '1234567891234' }, { company: { taxId: { type: 'jp_cn' } } }],
  [{ country: 'Japan', taxType: 'eu_vat', taxId: 'T1234567891234' }, { company: { taxId: { type: 'jp_trn' } } }],
  [{ country: 'Kenya', taxId: '123' }, { company: { address: { country: 'KE' }, taxId: null } }],
])('%j is read as %j', (typed, read) => {
  expect(readTyped({ ...berlin, ...typed })).toMatchObject(read)
})

test('the form begins with what is known, else with the company of the profile', () => {
  expect(typedOf(null, 'Quiet Works', 'en')).toEqual({ ...empty, name: 'Quiet Works' })
  expect(typedOf({ name: '', address: null, taxId: null }, 'Quiet Works', 'en').name).toBe('Quiet Works')
  const address = { line1: 'Torstr. 1', line2: '', city: 'Berlin', region: '', postalCode: '10119', country: 'DE' }
  const known = typedOf({ name: 'Weiye', address, taxId: null }, 'Quiet Works', 'zh')
  expect([known.name, known.country, taxKindOf(known)?.type]).toEqual(['Weiye', '德国', 'eu_vat'])
})
