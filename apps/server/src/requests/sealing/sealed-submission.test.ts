import { readFile as readDisk, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { SubmissionReceipt } from '@waybill/contract/requests/submission-endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makePerson, type Person } from '#test/people/people'
import { noise, sha256 } from '#test/people/recipient'
import { ASHA, answer, askFor, codeOf, expectSound, linkOf, open, planOf, stage, submit } from '#test/requests/calls'
import {
  askSealed,
  everyRow,
  fetchFile,
  holds,
  makeKeys,
  PASSPHRASE,
  privateKeyOf,
  type SealedRequest,
  seal,
  unseal,
} from '#test/requests/sealed'
import { photoWithPlace } from '#test/storage/picture-files'
import { loadReadable, readFile } from '../../uploads/index.ts'
import { checkSealed } from './check-sealed.ts'

let app: TestApp
let owner: AccountPerson
beforeAll(async () => {
  app = await makeTestApp({ env: { LOG_LEVEL: 'trace' }, logsToFile: true })
  owner = await makeAccount(app, { role: 'pro', subscription: 'active' })
})
afterAll(async () => {
  await expectSound(app)
  await app.close()
})

const linkTo = ({ request }: SealedRequest) => ({ slug: request.slug })
const pdf = (bytes: number, seed = 1) => Buffer.concat([Buffer.from('%PDF-1.7\n'), noise(bytes, seed)])
const latestOf = async (): Promise<SubmissionReceipt> => (await owner.call('listInbox')).body.submissions[0]

describe('a sealed file', () => {
  test('is sealed by its supplier, stored unchanged, and opened by the requester', async () => {
    const asked = await askSealed(owner, {
      items: [{ name: 'Papers', types: ['pdf'], pattern: '{item}-{number}' }],
      suppliers: [{ email: ASHA, name: 'Asha Rao' }],
    })
    expect(asked.request).toMatchObject({ isSealed: true, sealing: asked.sealing })
    const link = await linkOf(owner, asked.request, ASHA)
    const supplier = makePerson(app)
    const { sealing } = await open(supplier, link)
    expect(sealing).toEqual({ version: 1, publicKey: asked.sealing.publicKey })
    const content = pdf(700_000)
    const sealed = await seal({ publicKey: sealing?.publicKey ?? '' }, content)
    const plan = await stage(supplier, link, { item: asked.item, files: [{ path: 'scan.pdf', content: sealed }] })
    const claims = [{ file: plan.files[0]?.id, sha256: sha256(content) }]
    const { upload, token } = plan
    const handed = await supplier.call('completeSubmission', { body: { upload, token, claims } })
    const [file] = handed.body.receipt.files
    expect(file).toMatchObject({
      fileName: 'Papers-1.pdf.sealed',
      originalName: 'scan.pdf',
      bytes: sealed.length,
      sealed: { bytes: content.length, sha256: sha256(content) },
    })
    await until(async () => (await app.mails(ASHA)).length > 1)
    const [mail] = await app.mails(ASHA)
    expect(mail?.text).toContain(`SHA-256 of the sealed file, as stored: ${sha256(sealed)}`)
    expect(mail?.text).toContain(`SHA-256 of your file, as reported by your browser: ${sha256(content)}`)
    const arrived = (await latestOf()).files[0]
    expect(arrived).toMatchObject({ sha256: sha256(sealed), sealed: { sha256: sha256(content) } })
    const fetched = await fetchFile(owner, arrived?._id ?? '')
    expect(fetched.equals(sealed)).toBe(true)
    expect((await unseal(asked.keys, fetched)).equals(content)).toBe(true)
    expect((await fetchFile(owner, arrived?._id ?? '', 'bytes=128-199')).equals(sealed.subarray(128, 200))).toBe(true)
  })

  test('keeps its extension beside others of its name, and may be empty', async () => {
    const asked = await askSealed(owner)
    const supplier = makePerson(app)
    const names = []
    for (const content of [noise(10), noise(11), Buffer.alloc(0)]) {
      const file = { path: 'list.pdf', content: await seal(asked.sealing, content) }
      const { files } = await answer(supplier, linkTo(asked), { item: asked.item, files: [file] })
      names.push([files[0]?.fileName, files[0]?.sealed?.bytes])
    }
    expect(names).toEqual([
      ['list.pdf.sealed', 10],
      ['list (2).pdf.sealed', 11],
      ['list (3).pdf.sealed', 0],
    ])
  })

  test("is judged by its content: limits by the content's size, types by its name", async () => {
    const items = [{ name: 'Scans', types: ['pdf'], maxBytes: 65_536 }]
    const asked = await askSealed(owner, { items, maxSubmissionBytes: 100_000 })
    const plan = async (path: string, bytes: number, count = 1) => {
      const content = await seal(asked.sealing, noise(bytes))
      const files = Array.from({ length: count }, (_, nth) => ({ path: `${nth}${path}`, content }))
      return codeOf(await planOf(makePerson(app), linkTo(asked), { item: asked.item, files }))
    }
    expect(await plan('.pdf', 65_536)).toBe('done')
    expect(await plan('.pdf', 65_537)).toBe('file-too-large')
    expect(await plan('.pdf', 50_000, 2)).toBe('done')
    expect(await plan('.pdf', 50_001, 2)).toBe('over-submission-limit')
    expect(await plan('.png', 10)).toBe('type-unwanted')
  })

  test('gets no thumbnail, and is listed in the library as sealed', async () => {
    const asked = await askSealed(owner)
    const files = [{ path: 'photo.jpg', content: await seal(asked.sealing, await photoWithPlace()) }]
    await answer(makePerson(app), linkTo(asked), { item: asked.item, files })
    await app.runJobs()
    const [listed] = (await (await owner.fetch('/library?q=photo.jpg')).json()).files
    expect(listed).toMatchObject({ fileName: 'photo.jpg.sealed', isSealed: true, thumbnail: null })
    expect(await app.ctx.db.selectFrom('thumbnails').select('file_id').execute()).toEqual([])
  })
})

describe('an unsealed file', () => {
  const tryWith = async (asked: SealedRequest, content: Buffer, supplier: Person = makePerson(app)) => {
    const submission = { item: asked.item, files: [{ path: 'a.pdf', content }] }
    const planned = await planOf(supplier, linkTo(asked), submission)
    if (planned.status >= 300) return `plan: ${codeOf(planned)}`
    return codeOf(await submit(supplier, await stage(supplier, linkTo(asked), submission)))
  }

  test('is refused: by its size before a byte is sent, else by its start', async () => {
    const asked = await askSealed(owner)
    const sealed = await seal(asked.sealing, pdf(1_000))
    expect(await tryWith(asked, Buffer.alloc(0))).toBe('plan: file-not-sealed')
    expect(await tryWith(asked, pdf(100))).toBe('plan: file-not-sealed')
    expect(await tryWith(asked, pdf(sealed.length - 9))).toBe('file-not-sealed')
    expect(await tryWith(asked, await seal((await makeKeys()).sealing, pdf(1_000)))).toBe('file-not-sealed')
    const otherSize = Buffer.from(sealed)
    otherSize.writeBigUInt64BE(1_008n, 104)
    expect(await tryWith(asked, otherSize)).toBe('file-not-sealed')
    expect(await tryWith(asked, sealed)).toBe('done')
  })

  test('is refused in a plain form, and accepted when sealed by hand', async () => {
    const asked = await askSealed(owner)
    const post = async (content: Buffer) => {
      const form = new FormData()
      form.append(asked.item, new Blob([new Uint8Array(content)]), 'a.pdf')
      return (await makePerson(app).fetch(`/r/${asked.request.slug}/files`, { method: 'POST', body: form })).status
    }
    expect(await post(pdf(100))).toBe(403)
    expect(await post(await seal(asked.sealing, pdf(100)))).toBe(303)
  })

  test("has no claims: they are only accepted for a submission's own sealed files", async () => {
    const [asked, request] = [await askSealed(owner), await askFor(owner, { items: [{ name: 'Files' }] })]
    const supplier = makePerson(app)
    const content = await seal(asked.sealing, noise(5))
    const plan = await stage(supplier, linkTo(asked), { item: asked.item, files: [{ path: 'a', content }] })
    const claim = (of: typeof plan, file: string) =>
      supplier.call('completeSubmission', {
        body: { upload: of.upload, token: of.token, claims: [{ file, sha256: '0'.repeat(64) }] },
      })
    expect(codeOf(await claim(plan, 'AAAA'))).toBe('invalid-input')
    expect((await claim(plan, plan.files[0]?.id ?? '')).body.receipt.files[0].sealed.sha256).toBe('0'.repeat(64))
    const item = request.items[0]?._id ?? ''
    const open = await stage(supplier, { slug: request.slug }, { item, files: [{ path: 'a', content: noise(5) }] })
    expect(codeOf(await claim(open, open.files[0]?.id ?? ''))).toBe('invalid-input')
    expect((await submit(supplier, open)).body.receipt.files[0].sealed).toBeNull()
  })
})

describe('the key of a request', () => {
  const set = (asked: { request: { _id: string } }, sealing: unknown) =>
    owner.call('editRequest', { params: { request: asked.request._id }, body: { sealing } })

  test('may change until an upload is in progress, and never after a submission', async () => {
    const asked = await askSealed(owner)
    const [{ sealing }, another] = [await makeKeys(), await makeKeys()]
    expect((await set(asked, null)).body.request).toMatchObject({ isSealed: false, sealing: null })
    expect((await set(asked, sealing)).body.request.sealing).toEqual(sealing)
    const supplier = makePerson(app)
    const files = [{ path: 'a.pdf', content: await seal(sealing, pdf(50)) }]
    const plan = await stage(supplier, linkTo(asked), { item: asked.item, files })
    expect(codeOf(await set(asked, another.sealing))).toBe('sealing-fixed')
    expect(codeOf(await set(asked, null))).toBe('sealing-fixed')
    expect(codeOf(await submit(supplier, plan))).toBe('done')
    expect(codeOf(await set(asked, another.sealing))).toBe('sealing-fixed')
    expect(codeOf(await set(asked, null))).toBe('sealing-fixed')
    expect(codeOf(await set(asked, sealing))).toBe('done')
  })

  test('cannot be added to a request that already has files', async () => {
    const request = await askFor(owner, { items: [{ name: 'Files' }] })
    const files = [{ path: 'a', content: noise(5) }]
    await answer(makePerson(app), { slug: request.slug }, { item: request.items[0]?._id ?? '', files })
    expect(codeOf(await set({ request }, (await makeKeys()).sealing))).toBe('sealing-fixed')
  })

  test('must be a point of its curve, wrapped as ours are', async () => {
    const { sealing } = await makeKeys()
    const ask = async (wrong: object) => codeOf(await owner.call('createRequest', { body: { title: 'x', ...wrong } }))
    const off = Buffer.from(sealing.publicKey, 'base64url')
    off[64] = (off[64] ?? 0) ^ 1
    expect(await ask({ sealing: { ...sealing, publicKey: off.toString('base64url') } })).toBe('invalid-input')
    expect(await ask({ sealing: { ...sealing, version: 2 } })).toBe('invalid-input')
    const wrapped = (more: object) => ask({ sealing: { ...sealing, wrapped: { ...sealing.wrapped, ...more } } })
    for (const more of [{ kdf: 'pbkdf2' }, { memoryKib: 8 }, { passes: 1 }, { salt: '' }, { key: 'A'.repeat(63) }])
      expect(await wrapped(more)).toBe('invalid-input')
    expect(await wrapped({ passphrase: PASSPHRASE })).toBe('unknown-field')
  })

  test("is copied to a duplicate, or replaced by the duplicate's own", async () => {
    const asked = await askSealed(owner)
    const { sealing } = await makeKeys()
    const params = { request: asked.request._id }
    const same = await owner.call('duplicateRequest', { params, body: {} })
    expect(same.body.request.sealing).toEqual(asked.sealing)
    const own = await owner.call('duplicateRequest', { params, body: { sealing } })
    expect(own.body.request.sealing).toEqual(sealing)
  })

  test('is readable by others only in its public half', async () => {
    const asked = await askSealed(owner)
    const { wrapped } = asked.sealing
    const answers = [
      await makePerson(app).call('openRequest', { body: linkTo(asked) }),
      await (await makeAccount(app)).call('readRequest', { params: { request: asked.request._id } }),
    ]
    for (const { body } of answers) expect(JSON.stringify(body)).not.toContain(wrapped.key)
  })

  test('is checked against files by the consistency check', async () => {
    const asked = await askSealed(owner)
    const files = [{ path: 'a', content: await seal(asked.sealing, noise(5)) }]
    const sent = await answer(makePerson(app), linkTo(asked), { item: asked.item, files })
    const put = (sealing: unknown) =>
      app.ctx.db
        .updateTable('requests')
        .set({ sealing: JSON.stringify(sealing) })
        .where('id', '=', asked.request._id)
        .execute()
    await put((await makeKeys()).sealing)
    expect(await checkSealed(app.ctx)).toEqual([{ kind: 'file-not-sealed', id: sent.files[0]?._id, facts: {} }])
    await put(asked.sealing)
    expect(await checkSealed(app.ctx)).toEqual([])
  })
})

describe('the server', () => {
  /** Everything it could read: files in its folder, rows, and stored files opened with its own keys. */
  async function everythingOf(fileIds: readonly string[]): Promise<string> {
    const entries = await readdir(app.dataDir, { recursive: true, withFileTypes: true })
    const onDisk = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
    const texts = await Promise.all(onDisk.map((path) => readDisk(path, 'latin1')))
    const stored = await Promise.all(
      (await loadReadable(app.ctx.db, fileIds)).map(async (file) =>
        (await buffer(readFile(app.ctx, file))).toString('latin1'),
      ),
    )
    return [...texts, await everyRow(app), ...stored].join('\n')
  }

  test('never has the content, the passphrase or the private key, in any form', async () => {
    const marker = Buffer.from('the keel is laid at berth nine, not seven')
    const content = Buffer.concat([noise(70_000), marker, noise(300_000), marker])
    const asked = await askSealed(owner, { suppliers: [{ email: ASHA }] })
    const link = await linkOf(owner, asked.request, ASHA)
    const supplier = makePerson(app)
    const files = [
      { path: 'large.bin', content: await seal(asked.sealing, content) },
      { path: 'small.txt', content: await seal(asked.sealing, marker) },
    ]
    const sent = await answer(supplier, link, { item: asked.item, files })
    const plain = await askFor(owner, { items: [{ name: 'Files' }] })
    const shown = await answer(
      makePerson(app),
      { slug: plain.slug },
      { item: plain.items[0]?._id ?? '', files: [{ path: 'plain.txt', content: marker }] },
    )
    await app.runJobs()
    const sealedIds = sent.files.map(({ _id }) => _id)
    const everything = await everythingOf(sealedIds)
    expect(holds(everything, marker)).toBe(false)
    expect(holds(everything, Buffer.from(PASSPHRASE))).toBe(false)
    expect(everything).toContain(asked.sealing.wrapped.key)
    const d = privateKeyOf(asked.sealing)
    expect(holds(everything, d)).toBe(false)
    // With an unsealed file, the same check finds it.
    expect(holds(await everythingOf(shown.files.map(({ _id }) => _id)), marker)).toBe(true)
    expect((await unseal(asked.keys, await fetchFile(owner, sealedIds[0] ?? ''))).equals(content)).toBe(true)
  })
})
