/** The server and the key that `login` keeps, in the user's own folder for settings. */
import { chmod, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { usageFailure } from '../terminal/exit-codes.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface Credentials {
  url: string
  key: string
}

/** `WAYBILL_CONFIG_DIR`, else the place that the system names for settings. */
export function settingsFolder(env: Environment): string {
  if (env.WAYBILL_CONFIG_DIR) return env.WAYBILL_CONFIG_DIR
  const named = env.XDG_CONFIG_HOME || env.APPDATA
  return join(named || join(homedir(), '.config'), 'waybill')
}

const fileOf = (env: Environment) => join(settingsFolder(env), 'credentials.json')

/** What `login` kept; null where nothing is. A broken file counts as nothing. */
export async function readKept(env: Environment): Promise<Credentials | null> {
  const text = await readFile(fileOf(env), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  try {
    const kept = text === null ? null : JSON.parse(text)
    return typeof kept?.url === 'string' && typeof kept.key === 'string' ? { url: kept.url, key: kept.key } : null
  } catch {
    return null
  }
}

/** Readable for this user alone (0600 in a folder of 0700), whole or not at all. */
export async function keep(env: Environment, credentials: Credentials): Promise<void> {
  await makeFolder(settingsFolder(env))
  const whole = `${fileOf(env)}.${process.pid}`
  const file = await open(whole, 'w', 0o600)
  try {
    await file.chmod(0o600)
    await file.writeFile(`${JSON.stringify(credentials)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(whole, fileOf(env))
}

export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
}

export const forget = (env: Environment): Promise<void> => rm(fileOf(env), { force: true })

/** The origin of a typed URL; https where it names no scheme. Throws a usage failure. */
export function originOf(typed: string): string {
  const text = /^[a-z]+:\/\//i.test(typed) ? typed : `https://${typed}`
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol)) throw usageFailure(`This is not a URL of a server: ${typed}`)
  return url.origin
}
