import { expect, test } from 'vitest'
import { may } from './transfer-policy.ts'

const visitor = { accountId: null, deviceId: 'laptop', hasProven: false }
const ada = { accountId: 'ada', deviceId: 'laptop', hasProven: false }
const ofAda = { account_id: 'ada', device_id: 'laptop' }
const ofBen = { account_id: 'ben', device_id: 'laptop' }
const ofBrowser = { account_id: null, device_id: 'laptop' }
const ofAnother = { account_id: null, device_id: 'phone' }
const ofNoBrowser = { account_id: null, device_id: null }

test.each([
  ['an account, its own', ada, ofAda, { complete: true, resume: true, 'add-files': true }],
  ['an account, of another', ada, ofBen, { complete: false, resume: false, 'add-files': false }],
  ['also where it has proven the address', { ...ada, hasProven: true }, ofBen, { complete: false, resume: false }],
  ['an account, begun in its browser', ada, ofBrowser, { complete: true, resume: true, 'add-files': false }],
  ['an account, begun in another', ada, ofAnother, { complete: false, resume: false, 'add-files': false }],
  ['under an address it has proven', { ...ada, hasProven: true }, ofAnother, { complete: true, resume: true }],
  ['a visitor, of an account', visitor, ofAda, { complete: false, resume: false, 'add-files': false }],
  ['a visitor, begun in this browser', visitor, ofBrowser, { complete: true, resume: true, 'add-files': false }],
  ['a visitor with the token, begun in another', visitor, ofAnother, { complete: true, resume: false }],
  ['under an address proven here', { ...visitor, hasProven: true }, ofAnother, { complete: true, resume: true }],
  ['no browser is not the same browser', { ...visitor, deviceId: null }, ofNoBrowser, { resume: false }],
])('%s', (_who, actor, upload, expected) => {
  for (const [act, allowed] of Object.entries(expected)) {
    expect([act, may(actor, act as 'complete', upload)]).toEqual([act, allowed])
  }
})
