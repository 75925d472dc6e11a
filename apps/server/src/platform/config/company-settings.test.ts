import { expect, test } from 'vitest'
import { readCompany } from './company-settings.ts'

const read = (env: Record<string, string>) => readCompany((name) => env[name])

test('reads the name, the address and the place of the company', () => {
  expect(read({})).toEqual({ companyName: null, companyAddress: null, companyPlace: null })
  const place = { COMPANY_ADDRESS: '1 Pier Road, Hong Kong', COMPANY_PLACE: '22.2819, 114.1582' }
  expect(read({ COMPANY_NAME: 'Acme & Sons', ...place })).toEqual({
    companyName: 'Acme & Sons',
    companyAddress: '1 Pier Road, Hong Kong',
    companyPlace: { latitude: 22.2819, longitude: 114.1582 },
  })
})

test.each(['91,0', '0,181', 'Hong Kong', '1', '22,114,1'])('refuses the place %s', (text) => {
  expect(() => read({ COMPANY_PLACE: text })).toThrow(
    `COMPANY_PLACE must be a latitude and a longitude such as 22.2819,114.1582, not '${text}'.`,
  )
})

test.each(['1 Pier Road\nHong Kong', 'x'.repeat(301)])('refuses an address that is not one line', (text) => {
  expect(() => read({ COMPANY_ADDRESS: text })).toThrow('COMPANY_ADDRESS must be one line of at most 300 characters.')
})
