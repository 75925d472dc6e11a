import { expect, test } from 'vitest'
import { ConfigError } from './config-error.ts'
import { readScan } from './scan-settings.ts'

const read = (env: Record<string, string>) => readScan((name) => env[name])

test.each([
  [{}, null],
  [{ CLAMD_MAX_BYTES: '9' }, null],
  [{ CLAMD: 'scan.lan:3310' }, { at: { host: 'scan.lan', port: 3310 }, maxBytes: 25_000_000 }],
  [
    { CLAMD: 'a:1', CLAMD_MAX_BYTES: '4000000000' },
    { at: { host: 'a', port: 1 }, maxBytes: 4_000_000_000 },
  ],
  [{ CLAMD: '[::1]:3310' }, { at: { host: '::1', port: 3310 }, maxBytes: 25_000_000 }],
  [
    { CLAMD: '/run/clamd.ctl', CLAMD_MAX_BYTES: '9' },
    { at: { path: '/run/clamd.ctl' }, maxBytes: 9 },
  ],
])('reads %j', (env, settings) => {
  expect(read(env)).toEqual(settings)
})

test.each([{ CLAMD: 'clamd' }, { CLAMD: 'a:1,b:2' }, { CLAMD: 'a:0' }, { CLAMD: 'a:1', CLAMD_MAX_BYTES: '0' }])(
  'refuses %j',
  (env) => {
    expect(() => read(env)).toThrow(ConfigError)
  },
)
