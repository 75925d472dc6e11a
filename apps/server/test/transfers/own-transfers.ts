import type { RouteName } from '@waybill/contract/core/routes'
import { expect } from 'vitest'
import { checkTransfers } from '../../src/transfers/check/check-transfers.ts'
import type { Answer, CallOptions, TestApp } from '../app/test-app.ts'
import type { AccountPerson } from '../people/account-person.ts'
import type { Sent } from '../people/people.ts'
import { noise } from '../people/recipient.ts'

/** An account that changes what it has sent. */
export const ASHA = 'asha@rao-forge.example'
export const WEEK_SECONDS = 604_800

export const sendPlan = (owner: AccountPerson, emailTo: string[] = [ASHA]): Promise<Sent> =>
  owner.send({ files: [{ path: 'plan.pdf', content: noise(2_000) }], emailTo })

export const edit = (owner: AccountPerson, transfer: string, body: unknown) =>
  owner.call('editTransfer', { params: { transfer }, body })

export const addPeople = (owner: AccountPerson, transfer: string, emails: string[]) =>
  owner.call('addRecipients', { params: { transfer }, body: { emailTo: emails.map((email) => ({ email })) } })

export const codeOf = ({ status, body }: Pick<Answer, 'status' | 'body'>): string => (status < 300 ? 'done' : body.code)

/** Every call that names a transfer, as its owner would make it. */
export const ownCalls = (transfer: string, slug: string): Array<[RouteName, CallOptions]> => [
  ['editTransfer', { params: { transfer }, body: { message: 'changed' } }],
  ['addRecipients', { params: { transfer }, body: { emailTo: [{ email: 'new@rao-forge.example' }] } }],
  ['removeRecipient', { params: { transfer, recipient: 'x' } }],
  ['sendTransferEmail', { body: { slug } }],
  [
    'planAddedFiles',
    { params: { transfer }, body: { files: [{ path: 'a', bytes: 1, modifiedAt: 0, fingerprint: 'a' }] } },
  ],
  ['removeTransferFile', { params: { transfer, file: 'x' } }],
  ['deleteTransfer', { body: { ids: [transfer] } }],
  ['deleteTransfer', { body: { ids: [transfer], type: 'received' } }],
  ['restoreTransfers', { body: { ids: [transfer] } }],
  ['extendTransfers', { body: { ids: [transfer], expirySeconds: WEEK_SECONDS } }],
]

/** No contradictions; transfers inserted directly into the tables were never counted as sent. */
export async function expectConsistent(app: TestApp): Promise<void> {
  const findings = await checkTransfers(app.ctx)
  expect(findings.filter(({ kind }) => kind !== 'sends-off')).toEqual([])
}
