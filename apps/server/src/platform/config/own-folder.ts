import { randomBytes } from 'node:crypto'
import { chmod, mkdir, open, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { StartError } from './start-error.ts'

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT'])
const PROBE_BYTES = 8_192

/**
 * Prepares the data folder: creates it when missing, closes it to other accounts of the machine, and checks that it has
 * room for a few bytes, which every later step of the start needs.
 *
 * @throws StartError
 */
export async function openDataDir(dir: string, log: Pick<Logger, 'warn'>): Promise<void> {
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    await closeToOthers(dir, log)
    await tryRoom(dir)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (NO_ROOM.has(code ?? '') || !code) throw asStartError(error, dir)
    throw new StartError(`The folder DATA_DIR (${dir}) cannot be used (${code}).`, { cause: error })
  }
}

/** The same sentence for a full disk that a later step reports; any other error unchanged. */
export function asStartError(error: unknown, dir: string): unknown {
  const { code, message = '' } = error as NodeJS.ErrnoException
  if (!NO_ROOM.has(code ?? '') && !/No space left on device|ENOSPC/.test(message)) return error
  const sentence = `There is no room left on the disk of DATA_DIR (${dir}): free some and start again.`
  return new StartError(sentence, { cause: error })
}

async function closeToOthers(dir: string, log: Pick<Logger, 'warn'>): Promise<void> {
  if (process.platform === 'win32') return
  const { mode, uid } = await stat(dir)
  if ((mode & 0o077) === 0) return
  if (uid !== process.getuid?.()) {
    log.warn({ dir, mode: modeText(mode) }, 'DATA_DIR belongs to another account, and others may enter it')
    return
  }
  await chmod(dir, mode & 0o700)
  if ((mode & 0o066) !== 0) {
    log.warn({ dir, was: modeText(mode) }, 'DATA_DIR was open to other accounts; it is closed to them now')
  }
}

const modeText = (mode: number): string => `0${(mode & 0o777).toString(8)}`

async function tryRoom(dir: string): Promise<void> {
  const path = join(dir, `.room-${randomBytes(6).toString('hex')}`)
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      await file.write(randomBytes(PROBE_BYTES))
      await file.sync()
    } finally {
      await file.close()
    }
  } finally {
    await unlink(path).catch(() => undefined)
  }
}
