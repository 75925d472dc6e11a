import { planTransfer } from '@waybill/contract/transfers/endpoints'
import { expect, test } from 'vitest'

/** The fields that section 7 names for a transfer; both the save and the plan accept them. */
const named = {
  slug: 'AAAAAAA',
  senderId: 'mine',
  senderName: 'PayPal',
  company: 'PayPal',
  recordedVideos: [],
  voiceMemo: null,
  fileObjects: [{ fileName: 'x', size: 1, itemPath: 'x' }],
  fileName: 'x',
  fileNumber: 9,
  size: '9 GB',
  dateSent: 1,
  expiryDate: 1,
  status: true,
  profilePic: 'https://evil.example/x.png',
  shareWith: [{ shareWithId: 'x' }],
  parentAdminID: 'x',
}
const draft = { emailTo: [{ email: 'a@b.example' }], expirySeconds: 604_800, files: [] }

test.each(Object.keys(named))('accepts %s in the plan of a transfer', (field) => {
  const body = { ...draft, [field]: named[field as keyof typeof named] }
  expect(planTransfer.body?.safeParse(body).success).toBe(true)
})

test('accepts no unknown field', () => {
  expect(planTransfer.body?.safeParse({ ...draft, admin: true }).success).toBe(false)
})
