import { pathOf } from '@waybill/contract/core/routes'
import type { KeyScope } from '@waybill/contract/identity/key-scopes'

/** A call that a key with these scopes may make: one that changes nothing where it can. */
const calls: ReadonlyArray<[KeyScope, (email: string) => { path: string; body?: unknown }]> = [
  ['read', () => ({ path: pathOf('readAccount') })],
  ['library', () => ({ path: pathOf('listLibrary') })],
  ['request', () => ({ path: pathOf('createRequest'), body: { title: 'Test' } })],
  // An upload that nobody finishes is swept away.
  [
    'send',
    (email) => ({
      path: pathOf('planTransfer'),
      body: {
        senderEmail: email,
        emailTo: [{ email }],
        expirySeconds: 604_800,
        files: [{ path: 'test.txt', bytes: 4, modifiedAt: 0, fingerprint: 'test' }],
      },
    }),
  ],
]

interface Shown {
  origin: string
  key: string
  scopes: readonly KeyScope[]
  /** Of the account. */
  email: string
}

/** A command for a shell that shows that the key works. */
export function curlExample({ origin, key, scopes, email }: Shown): string {
  const [, make] = calls.find(([scope]) => scopes.includes(scope)) ?? []
  const { path = '/', body } = make?.(email) ?? {}
  const start = `curl ${origin}${path} -H 'Authorization: Bearer ${key}'`
  if (body === undefined) return start
  return `${start} -H 'Content-Type: application/json' -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`
}
