import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { childEnv } from '../../config/env.ts'
import { StartError } from '../../config/start-error.ts'
import type { SystemAccount } from './embedded-account.ts'
import type { Binaries } from './embedded-binaries.ts'

/** The owner of the cluster, for what only a superuser may do; the app itself connects as a lesser role. */
export const SUPERUSER = 'postgres'
const MAJOR_VERSION = '18'
const PASSWORD_FILE = 'waybill.password'

const run = promisify(execFile)

/**
 * Creates the cluster in `folder` when there is none: builds it beside the folder and renames it into place, so that a
 * killed start leaves nothing that looks like a cluster. Throws StartError when the folder holds something else.
 */
export async function createCluster(folder: string, account: SystemAccount, binaries: Binaries, isDurable: boolean) {
  if (isCluster(folder)) return
  for (const name of readdirSync(dirname(folder))) {
    if (name.startsWith(`${basename(folder)}.new-`)) rmSync(join(dirname(folder), name), { recursive: true })
  }
  const draft = mkdtempSync(`${folder}.new-`)
  try {
    const data = join(draft, 'data')
    mkdirSync(data, { mode: 0o700 })
    await writeFile(join(draft, PASSWORD_FILE), randomBytes(24).toString('hex'), { mode: 0o600 })
    account.handOver(draft)
    await initialise(data, join(draft, PASSWORD_FILE), account, binaries, isDurable)
    renameSync(join(draft, PASSWORD_FILE), join(data, PASSWORD_FILE))
    renameSync(data, folder)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** The password of both roles, required over TCP only; a socket is protected by its own folder. */
export function readPassword(folder: string): string {
  return readFileSync(join(folder, PASSWORD_FILE), 'utf8').trim()
}

function isCluster(folder: string): boolean {
  const versionFile = join(folder, 'PG_VERSION')
  if (!existsSync(versionFile)) {
    if (existsSync(folder) && readdirSync(folder).length > 0) {
      throw new StartError(`The folder ${folder} is not empty but holds no database. Move its content elsewhere.`)
    }
    return false
  }
  const version = readFileSync(versionFile, 'utf8').trim()
  if (version === MAJOR_VERSION) return true
  throw new StartError(
    `The database in ${folder} was created by PostgreSQL ${version}, but this Waybill includes ${MAJOR_VERSION}. ` +
      'Dump it with the older version and load it into a new folder.',
  )
}

async function initialise(
  folder: string,
  passwordFile: string,
  account: SystemAccount,
  binaries: Binaries,
  isDurable: boolean,
): Promise<void> {
  const options = ['-D', folder, '-U', SUPERUSER, '--pwfile', passwordFile, '--encoding=UTF8', '--no-instructions']
  const rights = ['--auth-local=trust', '--auth-host=scram-sha-256']
  const locale = ['--locale-provider=builtin', '--locale=C.UTF-8']
  const haste = isDurable ? [] : ['--no-sync']
  const { file, args, ids } = account.command(binaries.initdb, [...options, ...rights, ...locale, ...haste])
  try {
    await run(file, args, { ...ids, env: childEnv(), cwd: folder })
  } catch (error) {
    const lines = String((error as { stderr?: string }).stderr ?? '').split('\n')
    const reason = lines.find((line) => /error|fatal/i.test(line)) ?? (error as Error).message.split('\n')[0]
    throw new StartError(`The database could not be created in ${folder}: ${reason?.trim()}`, { cause: error })
  }
}
