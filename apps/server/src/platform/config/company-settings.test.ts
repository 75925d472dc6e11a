import { expect, test } from 'vitest'
import { readCompany } from './company-settings.ts'

const read = (env: Record<string, string>) => readCompany((name) => env[name])

test('reads the name, the address and the place of the company', () => {
  expect(read({})).toEqual({ companyName: null, companyAddress: null, companyPlace: null, socialLinks: [] })
  const place = { COMPANY_ADDRESS: '1 Pier Road, Hong Kong', COMPANY_PLACE: '22.2819, 114.1582' }
  expect(read({ COMPANY_NAME: 'Acme & Sons', ...place })).toEqual({
    companyName: 'Acme & Sons',
    companyAddress: '1 Pier Road, Hong Kong',
    companyPlace: { latitude: 22.2819, longitude: 114.1582 },
    socialLinks: [],
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

test('names the sites of social links by their hosts', () => {
  const links = 'https://www.linkedin.com/company/acme, https://x.com/acme\n https://social.acme.example/@us?a=1'
  expect(read({ SOCIAL_LINKS: links }).socialLinks).toEqual([
    { label: 'LinkedIn', url: 'https://www.linkedin.com/company/acme' },
    { label: 'X', url: 'https://x.com/acme' },
    { label: 'social.acme.example', url: 'https://social.acme.example/@us?a=1' },
  ])
})

test.each(['http://x.com/acme', 'x.com/acme', 'javascript:alert(1)', 'https://me:word@x.com/', 'https://intranet/'])(
  'refuses %s as a social link',
  (address) => {
    expect(() => read({ SOCIAL_LINKS: `https://github.com/acme ${address}` })).toThrow(
      'SOCIAL_LINKS must be addresses like https://www.linkedin.com/company/example, separated by spaces or commas; ' +
        `'${address}' is none.`,
    )
  },
)

test('refuses a social link twice, and more than twelve', () => {
  expect(() => read({ SOCIAL_LINKS: 'https://x.com/a https://x.com/a' })).toThrow(
    "SOCIAL_LINKS names 'https://x.com/a' twice.",
  )
  const many = Array.from({ length: 13 }, (_none, nth) => `https://x.com/${nth}`).join(',')
  expect(() => read({ SOCIAL_LINKS: many })).toThrow('SOCIAL_LINKS must be at most 12 addresses, not 13.')
})
