import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { securityTxt } from './security-txt.ts'

test.each([
  ['help@files.example.com', 'mailto:help@files.example.com'],
  ["o'hara+help@example.com", "mailto:o'hara%2Bhelp@example.com"],
  ['support@[10.0.0.5]', 'mailto:support@%5B10.0.0.5%5D'],
])('creates the file of %s', (supportEmail, contact) => {
  const nowMs = Date.UTC(2026, 10, 20, 23, 59, 59)
  expect(securityTxt({ supportEmail, publicOrigin: 'https://files.example.com', nowMs })).toBe(
    [
      `Contact: ${contact}`,
      'Expires: 2027-02-18T00:00:00Z',
      'Preferred-Languages: en, zh',
      'Canonical: https://files.example.com/.well-known/security.txt',
      '',
    ].join('\n'),
  )
})

describe('served', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await makeTestApp({ env: { SUPPORT_EMAIL: 'security@example.com' } })
  })
  afterAll(() => app.close())

  test('is plain text, unexpired, and names its own address', async () => {
    const answer = await app.fetch('/.well-known/security.txt')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const fields = new Map((await answer.text()).split('\n').map((line) => line.split(': ') as [string, string]))
    expect(fields.get('Contact')).toBe('mailto:security@example.com')
    expect(fields.get('Canonical')).toBe(`${app.origin}/.well-known/security.txt`)
    const daysLeft = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000
    expect(daysLeft).toBeGreaterThan(30)
    expect(daysLeft).toBeLessThan(365)
  })

  test('answers HEAD too, and no method that changes something', async () => {
    expect((await app.fetch('/.well-known/security.txt', { method: 'HEAD' })).status).toBe(200)
    expect((await app.fetch('/.well-known/security.txt', { method: 'POST' })).status).toBe(405)
  })
})
