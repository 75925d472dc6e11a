/** Actions of the journey that no part of sealing has a button for. */

import type { RequestRecord } from '@waybill/contract/requests/shapes'
import type { SubmissionReceipt } from '@waybill/contract/requests/submission-endpoints'
import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import { readPicked, type SourceFile, startUpload } from '@waybill/uploader'
import { call } from '../../../api/client.ts'
import { restoreSession } from '../../../api/session.ts'
import { makeKeys } from '../../make-keys.ts'
import { chooseSaveTarget } from '../../save-target.ts'
import { isSealedHere, type SealedSubmission, sealFiles, takeUpSealed } from '../../seal-file.ts'

const picked = (): SourceFile[] => readPicked((document.querySelector('#files') as HTMLInputElement).files ?? []).files

async function send(plan: UploadPlan, submission: SealedSubmission): Promise<SubmissionReceipt> {
  const params = { upload: plan.upload }
  const api = {
    readUpload: () => call('readUpload', { params, token: plan.token }),
    renew: () => call('readUpload', { params, token: plan.token }),
    signParts: (body: Parameters<typeof call<'signParts'>>[1]['body']) =>
      call('signParts', { params, token: plan.token, body: body as never }),
  }
  await startUpload({ plan, files: submission.sources(plan), api, effectiveType: 'slow-2g' }).finished
  const body = { upload: plan.upload, token: plan.token, claims: await submission.claims(plan) }
  const { receipt } = await call('completeSubmission', { body })
  await submission.forget()
  return receipt
}

export const pageSteps = {
  async ask(passphrase: string, title: string): Promise<RequestRecord> {
    await restoreSession()
    const body = { title, sealing: await makeKeys(passphrase), items: [{ name: 'Drawings' }] }
    return (await call('createRequest', { body })).request
  },

  async answer(slug: string): Promise<SubmissionReceipt> {
    const { request } = await call('openRequest', { body: { slug } })
    const submission = await sealFiles(request.sealing?.publicKey ?? '', picked())
    const files = submission.manifest.map((file) => ({ ...file, item: request.items[0]?._id ?? '' }))
    const { plan } = await call('planSubmission', { body: { slug, files } })
    return send(plan, submission)
  },

  /** This supplier's unfinished submission, with its files picked again. */
  async goOn(slug: string): Promise<SubmissionReceipt | string> {
    const { request } = await call('openRequest', { body: { slug } })
    const { plan } = await call('resumeSubmission', { body: { slug, upload: request.pending[0]?.upload ?? '' } })
    const taken = await takeUpSealed(plan, picked())
    if (taken.is === 'ready') return send(plan, taken.submission)
    return taken.is === 'mismatch' ? taken.mismatches.map(({ reason }) => reason).join() : taken.is
  },

  async isHere(slug: string): Promise<boolean> {
    const { request } = await call('openRequest', { body: { slug } })
    const { plan } = await call('resumeSubmission', { body: { slug, upload: request.pending[0]?.upload ?? '' } })
    return isSealedHere(plan)
  },

  canSave: (bytes: number): Promise<string> =>
    chooseSaveTarget('a.bin', bytes).then(
      () => 'it can',
      ({ name }: Error) => name,
    ),
}

export type PageSteps = typeof pageSteps
