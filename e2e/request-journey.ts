/** Sentences about asking for files: a request made beside the page, and suppliers who answer it from elsewhere. */
import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { RequestRecord, RequestSupplier } from '@waybill/contract/requests/shapes'
import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import { Person } from '../apps/server/test/people.ts'
import { remoteSite } from '../apps/server/test/remote-site.ts'
import { callAs } from './account-journey.ts'
import type { WaybillServer } from './waybill-server.ts'

/** Makes a request as the account that the page is signed in to. */
export async function askFor(page: Page, body: Record<string, unknown>): Promise<RequestRecord> {
  return (await callAs<{ request: RequestRecord }>(page, 'POST', '/requests', body)).request
}

/** The page of the personal link that somebody who is asked was mailed. */
export async function linkOf(page: Page, request: RequestRecord, email: string): Promise<string> {
  const query = `/requests/${request._id}/suppliers?q=${encodeURIComponent(email)}`
  const { suppliers } = await callAs<{ suppliers: RequestSupplier[] }>(page, 'GET', query)
  return suppliers[0]?.link ?? ''
}

export interface AnsweredFile {
  /** Its name in the request. */
  item: string
  path: string
  content: Buffer
  /** Of a sealed one: the SHA-256 of what is inside. */
  claim?: string
}

export interface Answer {
  files: AnsweredFile[]
  /** Where they are, as a proxy in front of the server tells it: Hong Kong, where nothing else is said. */
  ip?: string
  /** What they say of themselves. */
  said?: Record<string, unknown>
}

/** Hands files in by a link, every byte over the calls that the supplier's page makes. */
export async function answerBy(waybill: WaybillServer, request: RequestRecord, link: string, answer: Answer) {
  const { files, ip = '47.75.18.65', said = {} } = answer
  const supplier = new Person(remoteSite(waybill.origin), 'supplier@example.com', ip)
  const [, , slug = '', user] = link.split('/')
  const itemOf = (name: string) => request.items.find((item) => item.name === name)?._id
  const planned = await supplier.call('planSubmission', {
    body: {
      slug,
      ...(user ? { user } : {}),
      ...said,
      files: files.map(({ item, path, content }) => ({
        item: itemOf(item),
        path,
        bytes: content.length,
        modifiedAt: 1_790_000_000_000,
        fingerprint: createHash('sha256').update(path).update(content).digest('hex'),
      })),
    },
  })
  if (planned.status >= 300) throw new Error(JSON.stringify(planned.body))
  const { plan } = planned.body
  await supplier.upload(plan, files)
  const claims = files.flatMap(({ path, claim }) => {
    const file = (plan as UploadPlan).files.find((one) => one.path === path)
    return claim && file ? [{ file: file.id, sha256: claim }] : []
  })
  const done = await supplier.call('completeSubmission', {
    body: { upload: plan.upload, token: plan.token, ...(claims.length > 0 ? { claims } : {}) },
  })
  if (done.status >= 300) throw new Error(JSON.stringify(done.body))
}
