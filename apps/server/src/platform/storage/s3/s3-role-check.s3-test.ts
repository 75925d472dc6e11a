/** Storage credentials need a role that they cannot assume themselves. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestBucket, STS_ROLE, type TestBucket } from '#test/storage/s3-bucket'
import { sendS3 } from '#test/storage/signed-s3'
import { openS3Store } from './s3-adapter.ts'

let bucket: TestBucket
beforeAll(async () => {
  bucket = await makeTestBucket()
})
afterAll(() => bucket?.close())

const openWith = (arn: string) => {
  const { endpoint } = bucket.settings
  const settings = { ...bucket.settings, stsRole: { arn, endpoint } }
  return openS3Store({ settings, log: bucket.log, publicOrigins: [], tuning: { maxAttempts: 1 } })
}

/** A role that trusts the store's user, on this condition. */
async function makeRole(condition: object): Promise<string> {
  const { endpoint, accessKeyId, secretAccessKey, region } = bucket.settings
  const keys = { AccessKeyId: accessKeyId, AccessKeySecret: secretAccessKey, SecurityToken: '', Region: region }
  const name = `tried-${randomBytes(6).toString('hex')}`
  const trust = { Effect: 'Allow', Principal: { AWS: ['arn:aws:iam:::user/app'] }, Action: ['sts:AssumeRole'] }
  const form = {
    Action: 'CreateRole',
    Version: '2010-05-08',
    RoleName: name,
    Path: '/',
    AssumeRolePolicyDocument: JSON.stringify({ Version: '2012-10-17', Statement: [{ ...trust, ...condition }] }),
  }
  const answer = await sendS3(endpoint, keys, {
    method: 'POST',
    path: '/',
    service: 'iam',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from(new URLSearchParams(form).toString()),
  })
  expect(answer, answer.text).toMatchObject({ status: 200 })
  return `arn:aws:iam:::role/${name}`
}

test('a role that trusts its user alone is refused: Ceph takes a session for that user', async () => {
  const arn = await makeRole({})
  await expect(openWith(arn)).rejects.toThrow(
    /can assume the role arn:aws:iam:::role\/tried-\w+ again, without their limits.*"aws:TokenIssueTime"/,
  )
})

test('with the condition that the sentence names, the store opens', async () => {
  for (const arn of [await makeRole({ Condition: { Null: { 'aws:TokenIssueTime': 'true' } } }), STS_ROLE]) {
    const store = await openWith(arn)
    expect(store.scoped).not.toBeNull()
    await store.close()
  }
})

test('a role that is not there is refused', async () => {
  await expect(openWith('arn:aws:iam:::role/none')).rejects.toThrow(
    /role\/none cannot be assumed \(\w+\): check S3_STS_ROLE/,
  )
})
