import { expect, test } from 'vitest'
import { withinDomain } from './record-names.ts'

test.each([
  ['files.example.com', 'example.com', 'files', '_waybill.files'],
  ['a.b.example.co.uk', 'example.co.uk', 'a.b', '_waybill.a.b'],
  ['files.example.com.cn', 'example.com.cn', 'files', '_waybill.files'],
  ['files.com.example', 'com.example', 'files', '_waybill.files'],
  ['example.com', 'example.com', '@', '_waybill'],
])('the records of %s, in the domain %s', (host, domain, own, proof) => {
  const within = withinDomain(host)
  expect(within.domain).toBe(domain)
  expect(within.name(host)).toBe(own)
  expect(within.name(`_waybill.${host}`)).toBe(proof)
})
