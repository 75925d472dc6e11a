import { describe, expect, test, vi } from 'vitest'
import { readConfig } from './config.ts'
import { childEnv, type Env, readEnv, resolveSecretFiles } from './env.ts'

const files: Record<string, string> = {
  '/run/url': 'postgres://u:p@db/w\n',
  '/run/empty': ' \n',
  '/run/imap': 'imaps://bounce%40example.com:secret@imap.example.com\n',
  '/run/id': 'id',
  '/run/key': 'key\r\n',
}

function readFile(path: string): string {
  const text = files[path]
  if (text === undefined) throw Object.assign(new Error(path), { code: 'ENOENT' })
  return text
}

test('reads a secret from a file and ignores its line end', () => {
  expect(readConfig({ DATABASE_URL_FILE: '/run/url' }, readFile).database).toEqual({
    kind: 'url',
    url: 'postgres://u:p@db/w',
  })
  expect(readConfig({ SMTP_URL: 'smtp://x', INBOUND_IMAP_URL_FILE: '/run/imap' }, readFile).inbound).toMatchObject({
    password: 'secret',
    bounceName: 'bounce',
  })
  const s3 = {
    S3_ENDPOINT: 'http://s3',
    S3_BUCKET: 'waybill',
    S3_ACCESS_KEY_ID_FILE: '/run/id',
    S3_SECRET_ACCESS_KEY_FILE: '/run/key',
  }
  expect(readConfig(s3, readFile).stores[0].storage).toMatchObject({ accessKeyId: 'id', secretAccessKey: 'key' })
})

describe('refuses to start with an unusable secret file', () => {
  const cases: [Env, string][] = [
    [{ SMTP_URL_FILE: '/run/none' }, 'SMTP_URL_FILE names /run/none, which cannot be read (ENOENT).'],
    [{ SMTP_URL_FILE: '/run/empty' }, 'SMTP_URL_FILE names /run/empty, which is empty.'],
    [{ SMTP_URL_FILE: '/run/url', SMTP_URL: 'smtp://x' }, 'SMTP_URL_FILE and SMTP_URL are both set. Keep one of them.'],
  ]
  test.each(cases)('%o', (env, sentence) => {
    expect(() => resolveSecretFiles(env, readFile)).toThrow(sentence)
  })
})

test('reads a file only for a secret', () => {
  expect(resolveSecretFiles({ PORT_FILE: '/run/none' }, readFile)).toEqual({ PORT_FILE: '/run/none' })
})

test('passes a child what a program needs and none of our settings', () => {
  vi.stubEnv('SMTP_URL', 'smtp://u:hunter2@mail')
  expect(readEnv().SMTP_URL).toBe('smtp://u:hunter2@mail')
  expect(childEnv()).toMatchObject({ PATH: readEnv().PATH, LC_ALL: 'C' })
  expect(JSON.stringify(childEnv())).not.toContain('hunter2')
  vi.unstubAllEnvs()
})
