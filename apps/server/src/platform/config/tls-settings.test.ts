import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from './config-error.ts'
import type { Env } from './env.ts'

const url = { PUBLIC_URL: 'https://files.example.com' }
const files = { ...url, TLS_CERT_FILE: '/etc/tls/cert.pem', TLS_KEY_FILE: '/etc/tls/key.pem' }
const acme = { ...url, TLS: 'acme' }
const pair = { kind: 'files', certFile: '/etc/tls/cert.pem', keyFile: '/etc/tls/key.pem', httpPort: 80 }
const ordered = {
  kind: 'acme',
  directory: new URL('https://acme-v02.api.letsencrypt.org/directory'),
  email: null,
  caFile: null,
  httpPort: 80,
}

test.each<[Env, object]>([
  [url, { tls: null, port: 3000, host: '127.0.0.1' }],
  [
    { ...url, TLS: 'off' },
    { tls: null, port: 3000 },
  ],
  [files, { tls: pair, port: 443, host: '::', uploadPorts: [] }],
  [{ ...files, TLS: 'files' }, { tls: pair }],
  [{ ...files, PUBLIC_URL: 'https://files.example.com:8443' }, { port: 8443 }],
  [
    { ...files, PORT: '4443', HOST: '10.0.0.5' },
    { port: 4443, host: '10.0.0.5' },
  ],
  [
    { ...files, TRUSTED_PROXIES: '10.0.0.0/8', HTTP_PORT: 'off' },
    { trustedProxies: ['10.0.0.0/8'], tls: { ...pair, httpPort: null } },
  ],
  [acme, { tls: ordered, port: 443 }],
  [
    {
      ...acme,
      ACME_DIRECTORY: 'https://ca.lan:14000/dir',
      ACME_EMAIL: 'a@b.example',
      ACME_CA_FILE: '/ca.pem',
      HTTP_PORT: '8080',
    },
    {
      tls: {
        kind: 'acme',
        directory: new URL('https://ca.lan:14000/dir'),
        email: 'a@b.example',
        caFile: '/ca.pem',
        httpPort: 8080,
      },
    },
  ],
])('%o', (env, expected) => {
  expect(readConfig(env)).toMatchObject(expected)
})

const https = (kind: string) =>
  `PUBLIC_URL must be an https address while TLS is ${kind}, such as https://files.example.com.`
const named = 'PUBLIC_URL must have a domain name as its host while TLS is acme, not'

test.each<[Env, string]>([
  [{ TLS: 'on' }, "TLS must be one of off, files, acme, not 'on'."],
  [{ TLS: 'acme' }, https('acme')],
  [{ ...files, PUBLIC_URL: 'http://files.example.com' }, https('files')],
  [{ ...url, TLS: 'files' }, 'TLS_CERT_FILE is missing while TLS is files.'],
  [{ ...url, TLS_CERT_FILE: 'c' }, 'TLS_KEY_FILE is missing while TLS_CERT_FILE is set.'],
  [{ ...url, TLS_KEY_FILE: 'k' }, 'TLS_CERT_FILE is missing while TLS_KEY_FILE is set.'],
  [{ ...acme, TLS_KEY_FILE: 'k' }, 'TLS_KEY_FILE is set, but TLS is acme. Remove one of the two.'],
  [{ ...files, TLS: 'off' }, 'TLS_CERT_FILE is set, but TLS is off. Remove one of the two.'],
  [{ ...url, ACME_EMAIL: 'a@b.example' }, 'ACME_EMAIL is set, but TLS is off. Remove one of the two.'],
  [{ ...files, ACME_CA_FILE: 'c' }, 'ACME_CA_FILE is set, but TLS is files. Remove one of the two.'],
  [{ HTTP_PORT: '80' }, 'HTTP_PORT is set, but TLS is off. Remove one of the two.'],
  [{ ...acme, HTTP_PORT: 'off' }, 'HTTP_PORT cannot be off with TLS=acme, because it answers the challenges.'],
  [{ ...acme, HTTP_PORT: '443' }, 'HTTP_PORT must be a different port from PORT and UPLOAD_PORTS, not 443.'],
  [{ ...acme, UPLOAD_PORTS: '444,80' }, 'HTTP_PORT must be a different port from PORT and UPLOAD_PORTS, not 80.'],
  [{ ...acme, PUBLIC_URL: 'https://192.0.2.7' }, `${named} '192.0.2.7'.`],
  [{ ...acme, PUBLIC_URL: 'https://[2001:db8::1]' }, `${named} '[2001:db8::1]'.`],
  [{ ...acme, PUBLIC_URL: 'https://localhost' }, `${named} 'localhost'.`],
  [{ ...acme, ACME_EMAIL: 'ada' }, "ACME_EMAIL must be an email address, not 'ada'."],
  [
    { ...acme, ACME_DIRECTORY: 'http://ca.lan' },
    "ACME_DIRECTORY must be an https address, such as https://acme-v02.api.letsencrypt.org/directory, not 'http://ca.lan'.",
  ],
])('refuses %o', (env, message) => {
  expect(() => readConfig(env)).toThrow(new ConfigError(message.split(' ')[0] ?? '', message.replace(/^\S+ /, '')))
})
