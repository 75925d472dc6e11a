/** A requester, and suppliers who answer, over HTTP. */
import { createHash } from 'node:crypto'
import type { RequestRecord, RequestSupplier } from '@waybill/contract/requests/shapes'
import type { RequestView, SubmissionReceipt } from '@waybill/contract/requests/submission-endpoints'
import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import { expect } from 'vitest'
import { checkRequests, checkSealed } from '../../src/requests/index.ts'
import { checkTransfers } from '../../src/transfers/index.ts'
import { checkUploads } from '../../src/uploads/index.ts'
import type { Answer, TestApp } from '../app/test-app.ts'
import type { AccountPerson } from '../people/account-person.ts'
import type { Person, SentFile } from '../people/people.ts'

export const ASHA = 'asha@rao-forge.example'

export interface Link {
  slug: string
  user?: string
}

async function ok(asked: Promise<Answer>): Promise<Answer['body']> {
  const { status, body } = await asked
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body
}

export async function askFor(owner: AccountPerson, body: Record<string, unknown> = {}): Promise<RequestRecord> {
  return (await ok(owner.call('createRequest', { body: { title: 'Papers for order 7731', ...body } }))).request
}

export async function readAsked(owner: AccountPerson, request: string): Promise<RequestRecord> {
  return (await ok(owner.call('readRequest', { params: { request } }))).request
}

export async function change(owner: AccountPerson, request: string, body: unknown): Promise<RequestRecord> {
  return (await ok(owner.call('editRequest', { params: { request }, body }))).request
}

export async function suppliersOf(owner: AccountPerson, request: string): Promise<RequestSupplier[]> {
  return (await ok(owner.call('listRequestSuppliers', { params: { request } }))).suppliers
}

/** The link that a supplier was mailed. */
export async function linkOf(owner: AccountPerson, request: RequestRecord, email: string): Promise<Link> {
  const listed = (await suppliersOf(owner, request._id)).find((one) => one.kind === 'invited' && one.email === email)
  const user = listed?.link?.split('/').at(-1)
  return { slug: request.slug, ...(user ? { user } : {}) }
}

export async function open(supplier: Person, link: Link): Promise<RequestView> {
  return (await ok(supplier.call('openRequest', { body: link }))).request
}

export interface SubmissionInput {
  item: string
  files: SentFile[]
  /** What they state about themselves. */
  said?: Record<string, unknown>
}

export function planOf(supplier: Person, link: Link, { item, files, said = {} }: SubmissionInput): Promise<Answer> {
  return supplier.call('planSubmission', {
    body: {
      ...link,
      ...said,
      files: files.map(({ path, content }) => ({
        item,
        path,
        bytes: content.length,
        modifiedAt: 1_790_000_000_000,
        fingerprint: createHash('sha256').update(path).update(content).digest('hex'),
      })),
    },
  })
}

/** Planned with every byte received, not submitted. */
export async function stage(supplier: Person, link: Link, submission: SubmissionInput): Promise<UploadPlan> {
  const { plan } = await ok(planOf(supplier, link, submission))
  await supplier.upload(plan, submission.files)
  return plan
}

export const submit = (supplier: Person, { upload, token }: UploadPlan): Promise<Answer> =>
  supplier.call('completeSubmission', { body: { upload, token } })

export async function answer(supplier: Person, link: Link, submission: SubmissionInput): Promise<SubmissionReceipt> {
  return (await ok(submit(supplier, await stage(supplier, link, submission)))).receipt
}

export const codeOf = ({ status, body }: Pick<Answer, 'status' | 'body'>): string => (status < 300 ? 'done' : body.code)

/** No contradiction in rows, bytes and counters. */
export async function expectSound(app: TestApp): Promise<void> {
  await app.runJobs()
  const findings = [
    ...(await checkUploads(app.ctx, { hash: true })),
    ...(await checkTransfers(app.ctx)),
    ...(await checkRequests(app.ctx)),
    ...(await checkSealed(app.ctx)),
  ]
  expect(findings).toEqual([])
}
