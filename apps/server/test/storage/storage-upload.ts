import type { ReplyOf } from '@waybill/contract/core/endpoint'
import type { issueStorageCredentials, UploadPlan } from '@waybill/contract/uploads/endpoints'
import type { AccountPerson } from '../people/account-person.ts'
import { inputOf, type TestFile } from './upload-parts.ts'

export type StorageCredentials = ReplyOf<typeof issueStorageCredentials>

export interface StorageUpload {
  plan: UploadPlan
  files: readonly TestFile[]
  credentials: StorageCredentials
  /** The key of each file, in the order of the plan; '' for an empty one. */
  keys: string[]
}

/** The content of the file with this number. */
export const contentOf = (files: readonly TestFile[], nth: number): Buffer => files[nth]?.content ?? Buffer.alloc(0)

let sent = 0

/** Plans an upload of the account for storage credentials, and gets the first ones. */
export async function planForStorage(person: AccountPerson, files: readonly TestFile[]): Promise<StorageUpload> {
  const planned = await person.call('planTransfer', {
    body: {
      sendAs: 'email',
      emailTo: [{ email: `clerk-${++sent}@rao-forge.example` }],
      expirySeconds: 604_800,
      files: inputOf(files).files,
      transport: 'sts',
    },
  })
  if (planned.status !== 200) throw new Error(`${planned.status} ${JSON.stringify(planned.body)}`)
  const plan: UploadPlan = planned.body.plan
  const credentials = await credentialsFor(person, plan.upload)
  return { plan, files, credentials, keys: plan.files.map(({ id }) => credentials.Keys[id] ?? '') }
}

export async function credentialsFor(person: AccountPerson, upload: string): Promise<StorageCredentials> {
  const issued = await person.call('issueStorageCredentials', { body: { id: upload, type: 'userUpload' } })
  if (issued.status !== 200) throw new Error(`${issued.status} ${JSON.stringify(issued.body)}`)
  return issued.body
}
