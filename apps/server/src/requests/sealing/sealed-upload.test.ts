/** The real upload engine with sealed files, interrupted and resumed with the stored seals. */
import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import { type FileSeal, makeFileSeal, sealedSource } from '@waybill/sealing'
import { type Environment, startUpload, type UploadApi } from '@waybill/uploader'
import { nodeEnvironment } from '@waybill/uploader/transport/node-transport'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { tellingParts } from '#test/people/engine'
import { makePerson, type Person } from '#test/people/people'
import { noise, sha256 } from '#test/people/recipient'
import { askFor, codeOf, expectSound, submit } from '#test/requests/calls'
import { askSealed, makeKeys, type SealedRequest, unseal } from '#test/requests/sealed'

let app: TestApp
let owner: AccountPerson
beforeAll(async () => {
  app = await makeTestApp()
  owner = await makeAccount(app, { role: 'pro', subscription: 'active' })
})
afterAll(async () => {
  await expectSound(app)
  await app.close()
})

const MODIFIED_AT = 1_790_000_000_000
const contents = new Map([
  ['drawings/keel.dwg', noise(9_000_001, 3)],
  ['empty.txt', Buffer.alloc(0)],
  ['list.pdf', noise(70_000, 5)],
  ['note.txt', noise(65_536, 7)],
])
const plainOf = (path: string) => {
  const content = contents.get(path) ?? Buffer.alloc(0)
  const blob = new Blob([new Uint8Array(content)])
  const slice = (start: number, end: number) => blob.slice(start, end)
  return { path, bytes: content.length, modifiedAt: MODIFIED_AT, slice }
}

async function planned(supplier: Person, { request, item }: SealedRequest, seals: ReadonlyMap<string, FileSeal>) {
  const files = [...seals].map(([path, seal]) => ({
    path,
    item,
    bytes: sealedSource(plainOf(path), seal, { path, modifiedAt: MODIFIED_AT }).bytes,
    modifiedAt: MODIFIED_AT,
    fingerprint: `sealed.${sha256(seal.head)}`,
  }))
  return (await supplier.call('planSubmission', { body: { slug: request.slug, files } })).body
}

function start(
  supplier: Person,
  plan: UploadPlan,
  seals: ReadonlyMap<string, FileSeal>,
  environment: Environment = nodeEnvironment(),
) {
  const files = plan.files.map((file) =>
    sealedSource(plainOf(file.path), seals.get(file.path) as FileSeal, {
      path: file.path,
      modifiedAt: file.modifiedAt,
    }),
  )
  const own = { params: { upload: plan.upload }, headers: { authorization: `Bearer ${plan.token}` } }
  const api: UploadApi = {
    readUpload: async () => (await supplier.call('readUpload', own)).body,
    renew: async () => (await supplier.call('readUpload', own)).body,
    signParts: async (body) => (await supplier.call('signParts', { ...own, body })).body,
  }
  return startUpload({ plan, files, api, environment, effectiveType: 'slow-2g' })
}

test('continues in another tab, byte for byte', async () => {
  const asked = await askSealed(owner)
  const supplier = makePerson(app)
  const seals = new Map<string, FileSeal>()
  for (const path of contents.keys()) seals.set(path, await makeFileSeal(asked.sealing.publicKey, plainOf(path).bytes))
  const first = await planned(supplier, asked, seals)
  expect(first.resumed).toBe(false)
  const { promise: wasTaken, resolve } = Promise.withResolvers<void>()
  const halfway = tellingParts((taken) => taken >= 4 && resolve(), 4)
  const upload = start(supplier, first.plan, seals, halfway)
  await wasTaken
  upload.cancel()
  await expect(upload.finished).rejects.toMatchObject({ name: 'UploadCancelled' })
  // As IndexedDB returns them to another tab: the keys cannot be exported, but still seal.
  const kept = structuredClone(seals)
  const second = await planned(supplier, asked, kept)
  expect(second).toMatchObject({ resumed: true, plan: { upload: first.plan.upload } })
  const held = second.plan.blobs.flatMap(({ have }: UploadPlan['blobs'][number]) => have)
  expect(held.length).toBeGreaterThan(0)
  await start(supplier, second.plan, kept).finished
  const { body } = await submit(supplier, second.plan)
  expect(body.receipt.files).toHaveLength(contents.size)
  for (const file of body.receipt.files) {
    const { body: found } = await owner.call('fetchLibraryFiles', { body: { ids: [file._id] } })
    const answered = await owner.fetch(found.links[0].url)
    const opened = await unseal(asked.keys, new Uint8Array(await answered.arrayBuffer()))
    expect(opened.equals(contents.get(file.originalName) ?? Buffer.alloc(1)), file.originalName).toBe(true)
  }
})

test('refuses a page that was opened before the key changed before it sends a byte', async () => {
  const [asked, request] = [await askSealed(owner), await askFor(owner, { items: [{ name: 'Files' }] })]
  const planAs = async (slug: string, item: string, sealedFor?: string | null) => {
    const file = { path: 'a.pdf', bytes: 1_144, modifiedAt: 1, fingerprint: `${slug} ${sealedFor}`, item }
    return codeOf(await makePerson(app).call('planSubmission', { body: { slug, files: [file], sealedFor } }))
  }
  const sealed = (sealedFor?: string | null) => planAs(asked.request.slug, asked.item, sealedFor)
  const open = (sealedFor?: string | null) => planAs(request.slug, request.items[0]?._id ?? '', sealedFor)
  expect(await sealed(null)).toBe('file-not-sealed')
  expect(await sealed((await makeKeys()).sealing.publicKey)).toBe('file-not-sealed')
  expect(await sealed(asked.sealing.publicKey)).toBe('done')
  expect(await sealed()).toBe('done')
  expect(await open(asked.sealing.publicKey)).toBe('file-not-sealed')
  expect(await open(null)).toBe('done')
})
