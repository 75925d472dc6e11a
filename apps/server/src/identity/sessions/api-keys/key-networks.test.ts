import { expect, test } from 'vitest'
import { isAmong, requireNetworks } from './key-networks.ts'

test('addresses and networks are stored in one form, each once', () => {
  expect(
    requireNetworks([' 203.0.113.7 ', '203.0.113.7/32', '2001:DB8::/32', '10.1.2.3/8', '::1', '0.0.0.0/0']),
  ).toEqual(['203.0.113.7/32', '2001:db8::/32', '10.1.2.3/8', '::1/128', '0.0.0.0/0'])
  expect(requireNetworks([])).toEqual([])
})

test.each([
  '',
  'localhost',
  '203.0.113',
  '203.0.113.0/33',
  '203.0.113.0/-1',
  '203.0.113.0/024',
  '203.0.113.0/',
  '::/129',
  '1.2.3.4/8/8',
  'fe80::1%eth0',
  '010.0.0.1',
])('%j is no network', (text) => {
  expect(() => requireNetworks(['10.0.0.0/8', text])).toThrow(
    expect.objectContaining({ code: 'network-malformed', facts: { position: 2 } }),
  )
})

test.each([
  [['203.0.113.0/24'], '203.0.113.200', true],
  [['203.0.113.0/24'], '::ffff:203.0.113.200', true],
  [['203.0.113.0/24'], '::ffff:cb00:71c8', true],
  [['203.0.113.0/24'], '203.0.114.1', false],
  [['203.0.113.0/24'], 'unknown', false],
  [['203.0.113.0/24'], '203.0.113.9:4711', false],
  [['10.1.2.3/8'], '10.200.0.1', true],
  [['2001:db8::/32'], '2001:db8:9::1', true],
  [['2001:db8::/32'], '2001:db9::1', false],
  [['2001:db8::/32'], '32.1.13.184', false],
  [['192.0.2.1/32', '::1/128'], '::1', true],
  [['0.0.0.0/0'], '::1', false],
  [[], '198.51.100.1', true],
] as const)('from %j a call of %s works: %s', (networks, ip, works) => {
  expect(isAmong(networks, ip)).toBe(works)
})
