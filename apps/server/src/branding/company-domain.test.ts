import { expect, test } from 'vitest'
import { companyDomain } from './company-domain.ts'

test.each([
  ['ada@lovelace.example', 'lovelace.example'],
  ['ADA@Mail.Lovelace.Example', 'mail.lovelace.example'],
  ['a@xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ['"a@b"@lovelace.example', 'lovelace.example'],
])('%s belongs to %s', (address, domain) => {
  expect(companyDomain(address)).toBe(domain)
})

test.each([
  'a@gmail.com',
  'a@googlemail.com',
  'a@outlook.com',
  'a@outlook.de',
  'a@yahoo.co.uk',
  'a@hotmail.fr',
  'a@live.nl',
  'a@icloud.com',
  'a@qq.com',
  'a@163.com',
  'a@gmx.net',
  'a@localhost',
  'a@[127.0.0.1]',
  'a@127.0.0.1:80',
  'a@bücher.example',
  '',
])('%s belongs to no company', (address) => {
  expect(companyDomain(address)).toBeNull()
})
