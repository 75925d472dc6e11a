import { ConfigError } from './config-error.ts'

export type Env = Record<string, string | undefined>

/** One setting's text, trimmed; undefined when unset or blank. */
export type Get = (name: string) => string | undefined

/** Settings that may come from a file of their own: `NAME_FILE` holds the path. */
const secretNames = [
  'DATABASE_URL',
  'SMTP_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'STORES',
  'INBOUND_IMAP_URL',
  'OPERATOR_TOKEN',
  'METRICS_TOKEN',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRETS',
] as const

/** What a child process needs to run at all; none of our secrets. */
const systemNames = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'SystemDrive', 'ComSpec', 'PATHEXT', 'windir']

/** The process's environment. Nothing else in the server reads it. */
export function readEnv(): Env {
  return { ...process.env }
}

/** The environment for a child such as the database server, which must not inherit our secrets. */
export function childEnv(): Record<string, string> {
  const kept: Record<string, string> = { LC_ALL: 'C', TZ: 'UTC' }
  for (const name of systemNames) {
    const value = process.env[name]
    if (value) kept[name] = value
  }
  return kept
}

/**
 * Returns `env` with every secret's `NAME_FILE` replaced by `NAME`, the file's text without the line end.
 * Throws ConfigError when both are set, or the file cannot be read or is empty.
 */
export function resolveSecretFiles(env: Env, readFile: (path: string) => string): Env {
  const resolved = { ...env }
  for (const name of secretNames) {
    const fileName = `${name}_FILE`
    const path = env[fileName]?.trim()
    if (!path) continue
    if (env[name]?.trim()) throw new ConfigError(fileName, `and ${name} are both set. Keep one of them.`)
    resolved[name] = readSecret(fileName, path, readFile)
    resolved[fileName] = undefined
  }
  return resolved
}

function readSecret(fileName: string, path: string, readFile: (path: string) => string): string {
  let text: string
  try {
    text = readFile(path).trim()
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unreadable'
    throw new ConfigError(fileName, `names ${path}, which cannot be read (${reason}).`)
  }
  if (!text) throw new ConfigError(fileName, `names ${path}, which is empty.`)
  return text
}
