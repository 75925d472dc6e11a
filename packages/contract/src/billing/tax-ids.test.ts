import { expect, test } from 'vitest'
import { countries } from './countries.ts'
import { hasTaxIdForm, taxIdCountries, taxIdKinds } from './tax-ids.ts'

test('every kind takes its own example, typed in small letters or without its signs too', () => {
  for (const country of taxIdCountries) {
    expect(countries).toContain(country)
    for (const { type, example } of taxIdKinds(country)) {
      for (const value of [example, example.toLowerCase(), example.replaceAll(/[^0-9A-Za-z]/g, '')]) {
        expect([country, value, hasTaxIdForm(country, { type, value })]).toEqual([country, value, true])
      }
      expect(hasTaxIdForm(country, { type, value: `${example}000000000000000000` })).toBe(false)
      expect(hasTaxIdForm(country, { type, value: '' })).toBe(false)
    }
  }
})

test('a kind of another country, and a country without a kind, have no form', () => {
  expect(hasTaxIdForm('FR', { type: 'eu_vat', value: 'DE123456789' })).toBe(false)
  expect(hasTaxIdForm('DE', { type: 'gb_vat', value: 'GB123456789' })).toBe(false)
  expect(hasTaxIdForm('KE', { type: 'ke_pin', value: 'P000111111A' })).toBe(false)
})

test('there are 250 countries and territories, each once', () => {
  expect([countries.length, new Set(countries).size]).toEqual([250, 250])
})
