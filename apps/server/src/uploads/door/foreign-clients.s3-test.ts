/** Foreign clients bring files with storage credentials, to the disk store and to a real S3 store. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { sha256 } from '#test/people/recipient'
import { foreignClients } from '#test/storage/foreign-clients'
import { makeTestBucket, STS_ROLE, s3Env, type TestBucket } from '#test/storage/s3-bucket'
import { planForStorage } from '#test/storage/storage-upload'
import { testFile } from '#test/storage/upload-parts'

const MIB = 2 ** 20

describe.each(['the disk store', 'Ceph'])('on %s', (place) => {
  let bucket: TestBucket | null = null
  let app: TestApp
  let person: AccountPerson
  beforeAll(async () => {
    bucket = place === 'Ceph' ? await makeTestBucket() : null
    app = await makeTestApp({ env: bucket === null ? {} : { ...s3Env(bucket), S3_STS_ROLE: STS_ROLE } })
    person = await makeAccount(app, { role: 'business', subscription: 'active' })
  })
  afterAll(async () => {
    await app?.close()
    await bucket?.close()
  })

  test.each(Object.entries(foreignClients))('%s puts a small file and one in parts', async (_name, put) => {
    const files = [testFile('small.txt', 5_000), testFile('parts.bin', 21 * MIB + 3)]
    const { plan, credentials, keys } = await planForStorage(person, files)
    await put(
      credentials,
      files.map(({ content }, nth) => ({ key: keys[nth] ?? '', content })),
    )
    const saved = await person.call('completeTransfer', { body: { upload: plan.upload, token: plan.token } })
    expect(saved, JSON.stringify(saved.body)).toMatchObject({ status: 200 })
    await app.runJobs()
    const rows = await app.ctx.db.selectFrom('files').selectAll().where('upload_id', '=', plan.upload).execute()
    const sums = rows.map(({ path, sha256: sum }) => [path, sum?.toString('hex')])
    expect(Object.fromEntries(sums)).toEqual(
      Object.fromEntries(files.map(({ path, content }) => [path, sha256(content)])),
    )
  })
})
