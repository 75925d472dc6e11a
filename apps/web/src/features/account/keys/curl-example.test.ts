import { keyScopes } from '@waybill/contract/identity/key-scopes'
import { expect, test } from 'vitest'
import { curlExample } from './curl-example.ts'

const shown = { origin: 'https://waybill.example', key: 'wbk_a', email: "o'neil@example.com" }

test('the example reads where the key may read', () => {
  expect(curlExample({ ...shown, scopes: keyScopes })).toBe(
    "curl https://waybill.example/account -H 'Authorization: Bearer wbk_a'",
  )
  expect(curlExample({ ...shown, scopes: ['send', 'library'] })).toContain('https://waybill.example/library ')
})

test('an address with a quote stays inside the quotes of the shell', () => {
  const command = curlExample({ ...shown, scopes: ['send'] })
  expect(command).toContain(`"senderEmail":"o'\\''neil@example.com"`)
  expect(command.replaceAll("'\\''", '').match(/'/g)).toHaveLength(6)
  expect(curlExample({ ...shown, scopes: ['request'] })).toContain(`/requests -H`)
})
