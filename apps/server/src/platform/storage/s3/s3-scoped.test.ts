import { expect, test } from 'vitest'
import { uploadPolicy } from './s3-scoped.ts'

const prefix = '0123456789abcdef'.repeat(2)
/** Ceph takes no longer one. */
const MAX_BYTES = 2_048

test('the policy allows three acts under one prefix, and denies what others could read', () => {
  const text = uploadPolicy('a'.repeat(63), prefix)
  expect(text.length).toBeLessThan(MAX_BYTES)
  const { Statement } = JSON.parse(text)
  const allowed = Statement.filter(({ Effect }: { Effect: string }) => Effect === 'Allow')
  expect(allowed).toEqual([
    {
      Effect: 'Allow',
      Action: ['s3:PutObject', 's3:AbortMultipartUpload', 's3:ListMultipartUploadParts'],
      Resource: [`arn:aws:s3:::${'a'.repeat(63)}/${prefix}/*`],
    },
  ])
  const denied = Statement.filter(({ Effect }: { Effect: string }) => Effect === 'Deny')
  expect(denied.map(({ Condition }: { Condition: object }) => Condition)).toEqual([
    { StringLike: { 's3:x-amz-acl': ['public*', 'authenticated*'] } },
    { StringLike: { 's3:x-amz-grant-read': ['*'] } },
    { StringLike: { 's3:x-amz-grant-full-control': ['*'] } },
    { StringLike: { 's3:x-amz-grant-read-acp': ['*'] } },
    { StringLike: { 's3:x-amz-grant-write-acp': ['*'] } },
  ])
})

test.each(['', '*', `${prefix}/..`, prefix.toUpperCase(), `${prefix}x`, prefix.slice(1)])(
  'no policy is made for %j',
  (wrong) => {
    expect(() => uploadPolicy('bucket', wrong)).toThrow('not an upload prefix')
  },
)
