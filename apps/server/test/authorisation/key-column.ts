import { type AnyEndpoint, endpoints } from '@waybill/contract'
import { type KeyScope, keyScopes } from '@waybill/contract/identity/key-scopes'
import type { TestApp } from '../app/test-app.ts'
import { makeAccount } from '../people/account-person.ts'
import { type KeyPerson, makeKey } from '../people/key-person.ts'

/** API keys of somebody who owns nothing here: one a scope that works, and those that must not work anywhere. */
export interface KeyColumn {
  byScope: Record<KeyScope, KeyPerson>
  /** With every scope, and the problem that each call must be refused with. */
  refused: Array<[code: string, person: KeyPerson, headers: Record<string, string>]>
}

export async function makeKeyColumn(app: TestApp): Promise<KeyColumn> {
  const [stranger, suspended] = [await makeAccount(app, { role: 'business' }), await makeAccount(app)]
  const keyOf = (scope: KeyScope) => makeKey(app, stranger, { scopes: [scope] })
  const whole = (networks: string[] = []) => makeKey(app, stranger, { scopes: keyScopes, networks })
  const [revoked, ended, elsewhere, good] = [await whole(), await whole(), await whole(['192.0.2.0/24']), await whole()]
  const lost = await makeKey(app, suspended, { scopes: keyScopes })
  const misspelt = `Bearer ${good.key.slice(0, -1)}${good.key.endsWith('0') ? '1' : '0'}`
  const answer = await stranger.call('revokeApiKey', { params: { key: revoked.keyId } })
  if (answer.status !== 204) throw new Error(`${answer.status}`)
  const { db } = app.ctx
  await db
    .updateTable('api_keys')
    .set({ ends_at: new Date(0) })
    .where('id', '=', ended.keyId)
    .execute()
  await db.updateTable('accounts').set({ suspended_at: new Date() }).where('id', '=', suspended.accountId).execute()
  return {
    byScope: {
      send: await keyOf('send'),
      request: await keyOf('request'),
      read: await keyOf('read'),
      library: await keyOf('library'),
    },
    refused: [
      ['key-revoked', revoked, {}],
      ['key-ended', ended, {}],
      ['key-elsewhere', elsewhere, {}],
      ['account-suspended', lost, {}],
      ['key-wrong', good, { authorization: misspelt }],
      ['key-in-browser', good, { cookie: 'waybill_language=en' }],
      ['key-in-browser', good, { origin: app.origin }],
      ['key-in-browser', good, { 'sec-fetch-site': 'same-origin' }],
    ],
  }
}

/** The calls at which a key counts, for good or ill; at the others the header means something else, or nothing. */
export const countsKeys = ({ auth }: AnyEndpoint): boolean => ['none', 'session', 'bearer', 'form'].includes(auth)

/** What no key ever opens, as patterns of names. */
export const neverByKey = (Object.keys(endpoints) as Array<keyof typeof endpoints>).filter((name) =>
  /password|billing|card|checkout|plan$|invoice|promotion|key|member|invite|team|sso|factor|passkey|totp|session|webhook|domain|branding|profile|picture|changeemail|delete|erase|remove|reset|stepup|export(account|contacts|activity)/i.test(
    name,
  ),
)
