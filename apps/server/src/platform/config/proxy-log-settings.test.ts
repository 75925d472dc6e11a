import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from './config-error.ts'

const trusted = { TRUSTED_PROXIES: '127.0.0.1' }

test.each([
  [undefined, null],
  ['127.0.0.1:5514', { address: '127.0.0.1', port: 5514 }],
  ['[::1]:5514', { address: '::1', port: 5514 }],
  [' 10.0.0.7:1 ', { address: '10.0.0.7', port: 1 }],
])('%j', (text, expected) => {
  expect(readConfig({ ...trusted, PROXY_LOG: text }).proxyLog).toEqual(expected)
})

const form = (text: string) => `must be an address and a port, such as 127.0.0.1:5514 or [::1]:5514, not '${text}'.`
const all = (text: string) => `must be one address of this machine, not all of them ('${text}').`

test.each([
  [
    'unix:/run/waybill/log.sock',
    'must be an address and a port, because Node cannot read datagrams from a Unix socket.',
  ],
  ['5514', form('5514')],
  ['127.0.0.1', form('127.0.0.1')],
  ['127.0.0.1:0', form('127.0.0.1:0')],
  ['127.0.0.1:65536', form('127.0.0.1:65536')],
  ['localhost:5514', form('localhost:5514')],
  ['::1:5514', form('::1:5514')],
  ['[127.0.0.1]:5514', form('[127.0.0.1]:5514')],
  ['[fe80::1%eth0]:5514', form('[fe80::1%eth0]:5514')],
  ['0.0.0.0:5514', all('0.0.0.0:5514')],
  ['[::]:5514', all('[::]:5514')],
])('refuses %s', (text, message) => {
  expect(() => readConfig({ ...trusted, PROXY_LOG: text })).toThrow(new ConfigError('PROXY_LOG', message))
})

test('requires a proxy whose log can be trusted', () => {
  const message = 'is set, but TRUSTED_PROXIES names no proxy whose log can be trusted.'
  expect(() => readConfig({ PROXY_LOG: '127.0.0.1:5514' })).toThrow(new ConfigError('PROXY_LOG', message))
})
