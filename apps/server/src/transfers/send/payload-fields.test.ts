import { planTransfer } from '@waybill/contract/transfers/endpoints'
import { expect, test } from 'vitest'

/** Section 7 names these of a transfer; the save takes them, and so does the plan. */
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

test.each(Object.keys(named))('the plan of a transfer takes %s', (field) => {
  const body = { ...draft, [field]: named[field as keyof typeof named] }
  expect(planTransfer.body?.safeParse(body).success).toBe(true)
})

test('and no field that nobody names', () => {
  expect(planTransfer.body?.safeParse({ ...draft, admin: true }).success).toBe(false)
})
