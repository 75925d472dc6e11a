/**
 * Foreign S3 clients from Debian's packages, each with nothing but storage credentials: aws-cli, rclone and boto3. Every
 * one puts a small file in one body and a large one in parts.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { StorageCredentials } from './storage-upload.ts'

const run = promisify(execFile)

export interface PutFile {
  key: string
  content: Buffer
}

/** Puts the files with one client. @throws Error with what the client says where it fails */
export type ForeignClient = (credentials: StorageCredentials, files: readonly PutFile[]) => Promise<void>

const environmentOf = (given: StorageCredentials, folder: string): NodeJS.ProcessEnv => ({
  // Debian's programs, before any other of the same name.
  PATH: '/usr/bin:/bin',
  HOME: folder,
  AWS_ACCESS_KEY_ID: given.AccessKeyId,
  AWS_SECRET_ACCESS_KEY: given.AccessKeySecret,
  AWS_SESSION_TOKEN: given.SecurityToken,
  AWS_DEFAULT_REGION: given.Region,
})

async function withFiles(
  files: readonly PutFile[],
  work: (paths: Array<[path: string, key: string]>, folder: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'waybill-foreign-'))
  try {
    const paths: Array<[string, string]> = []
    for (const [nth, { key, content }] of files.entries()) {
      const path = join(folder, `${nth}.bin`)
      await writeFile(path, content)
      paths.push([path, key])
    }
    await work(paths, folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const awsCli: ForeignClient = (given, files) =>
  withFiles(files, async (paths, folder) => {
    for (const [path, key] of paths) {
      const place = ['--endpoint-url', given.Endpoint, 's3', 'cp', '--no-progress', path, `s3://${given.Bucket}/${key}`]
      await run('aws', place, { env: environmentOf(given, folder) })
    }
  })

/** It asks for nothing that the credentials do not allow: neither the bucket nor what is there. */
const rclone: ForeignClient = (given, files) =>
  withFiles(files, async (paths, folder) => {
    const settings = {
      RCLONE_CONFIG_WAYBILL_TYPE: 's3',
      RCLONE_CONFIG_WAYBILL_PROVIDER: 'Other',
      RCLONE_CONFIG_WAYBILL_ENV_AUTH: 'true',
      RCLONE_CONFIG_WAYBILL_ENDPOINT: given.Endpoint,
      RCLONE_CONFIG_WAYBILL_REGION: given.Region,
    }
    const blind = ['--s3-no-check-bucket', '--s3-no-head', '--s3-no-head-object', '--no-check-dest', '--retries', '1']
    for (const [path, key] of paths) {
      const parts = ['--s3-upload-cutoff', '8M', '--s3-chunk-size', '5M']
      const place = ['copyto', ...blind, ...parts, path, `waybill:${given.Bucket}/${key}`]
      await run('rclone', place, { env: { ...environmentOf(given, folder), ...settings } })
    }
  })

const PROGRAM = `
import boto3, sys
from botocore.config import Config
client = boto3.client('s3', endpoint_url=sys.argv[1], config=Config(s3={'addressing_style': 'path'}))
for path, key in zip(sys.argv[3::2], sys.argv[4::2]):
    client.upload_file(path, sys.argv[2], key)
`

const boto3: ForeignClient = (given, files) =>
  withFiles(files, async (paths, folder) => {
    const words = ['-c', PROGRAM, given.Endpoint, given.Bucket, ...paths.flat()]
    await run('/usr/bin/python3', words, { env: environmentOf(given, folder) })
  })

export const foreignClients: Record<string, ForeignClient> = { 'aws-cli': awsCli, rclone, boto3 }
