import { describe, expect, it } from 'vitest'
import { ownDestination } from './destination.ts'

const HERE = 'https://waybill.example'

describe('where a login leads', () => {
  it.each([
    '/dash/transfers/AbCdEf1',
    '/dash/transfers?view=expired&q=a%20b',
    '/dash/requests/AbCdEf1?supplier=x#files',
    '/dash/account/security',
    '/dash#top',
    '/pay/cs_test_a1B2',
  ])('%s is kept with its query and hash', (next) => {
    expect(ownDestination(next, HERE)).toBe(next)
  })

  it.each([
    'https://evil.example/dash',
    '//evil.example/dash',
    '/\\evil.example/dash',
    '\\\\evil.example/dash',
    '/\t/evil.example/dash',
    '/\n/evil.example/dash',
    ' //evil.example/dash',
    '/%2f%2fevil.example/dash',
    '/%5cevil.example/dash',
    '/dash/..//evil.example',
    '/dash/../..//evil.example',
    '/dash//evil.example',
    '/dash\\..\\..\\\\evil.example',
    '/dash/%2e%2e//evil.example',
    'javascript:alert(1)//dash',
    'data:text/html,/dash',
    '@evil.example/dash',
    '/dash@evil.example',
    '/dashboard',
    '/login',
    '/d/AbCdEf1',
    '/pay/',
    '/pay/cs_test_a1/..//evil.example',
    '/pay/cs_test_a1/more',
    '/',
    '',
    undefined,
    ['/dash'],
  ])('%j leads nowhere', (next) => {
    expect(ownDestination(next, HERE)).toBeNull()
  })
})
