import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('reads resolvers and names', () => {
  const env = {
    DNS_SERVERS: '9.9.9.9, 127.0.0.1:5353,2620:fe::fe,[::1]:53',
    CUSTOM_HOST_TARGET: 'Hosts.example.com',
    SUBDOMAIN_BASE: 'Share.Example.com',
    MAIL_KEY_BASE: 'Mailkeys.Example.com',
  }
  expect(readConfig(env)).toMatchObject({
    dnsServers: ['9.9.9.9:53', '127.0.0.1:5353', '[2620:fe::fe]:53', '[::1]:53'],
    customHostTarget: 'hosts.example.com',
    subdomainBase: 'share.example.com',
    mailKeyBase: 'mailkeys.example.com',
  })
})

test.each(['dns.example', '9.9.9.9:0', '::1:53:', '[9.9.9.9]:53', '1.1.1.1:65536'])(
  'refuses the resolver %s',
  (entry) => {
    const sentence = `DNS_SERVERS must hold addresses such as 9.9.9.9 or 127.0.0.1:5353, not '${entry}'.`
    expect(() => readConfig({ DNS_SERVERS: entry })).toThrow(sentence)
  },
)

test.each(['share', '10.0.0.1', '*.example.com', 'https://example.com', 'a..b'])('refuses the name %s', (name) => {
  const must = (example: string) => `must be a domain name such as ${example}, not '${name}'.`
  expect(() => readConfig({ SUBDOMAIN_BASE: name })).toThrow(`SUBDOMAIN_BASE ${must('share.example.com')}`)
  expect(() => readConfig({ CUSTOM_HOST_TARGET: name })).toThrow(`CUSTOM_HOST_TARGET ${must('hosts.example.com')}`)
})
