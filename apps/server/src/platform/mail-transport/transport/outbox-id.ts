import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The folder's id, made once, by which processes recognise that they share it. */
export async function outboxIdOf(dir: string): Promise<string> {
  const path = join(dir, '.outbox-id')
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, randomBytes(12).toString('hex'), { mode: 0o600 })
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await unlink(draft)
  return (await readFile(path, 'utf8')).trim()
}
