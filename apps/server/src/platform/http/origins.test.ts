import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { makeOrigins } from './origins.ts'

const [AT_HOME, PUBLIC] = ['https://localhost:8443', 'https://send.example.com']

/** As docs/operating.md says under "Custom hosts": what the CORS rule of a bucket lets in. */
test.each([
  [{ PUBLIC_URL: AT_HOME }, []],
  [{ PUBLIC_URL: AT_HOME, SUBDOMAIN_BASE: 'share.example.com' }, ['https://*.share.example.com:8443']],
  [{ PUBLIC_URL: AT_HOME, CUSTOM_HOST_TARGET: 'hosts.example.com' }, ['https://*:8443']],
  [{ PUBLIC_URL: PUBLIC }, ['https://*']],
  [{ PUBLIC_URL: PUBLIC, SUBDOMAIN_BASE: 'share.example.com' }, ['https://*']],
] as const)('with %j, a bucket takes parts from our own pages and from %j', (env, others) => {
  const origins = makeOrigins(readConfig(env))
  expect(origins.bucketOrigins).toEqual([env.PUBLIC_URL, ...others])
  // Our own calls take none of them: a wildcard is for the bucket alone.
  expect(origins.pageOrigins).toEqual([env.PUBLIC_URL])
})
