import { SNIFF_BYTES, sniffsAsBarred } from '@waybill/contract/barred-types'
import { Problem } from '@waybill/contract/problems'
import type { Context } from '../context.ts'
import { loadReadable, readFile } from '../uploads/index.ts'

const AT_ONCE = 8

/**
 * Looks at the first bytes of stored files for types that hide under another name.
 *
 * @throws Problem 'insecure-file-type' {path} for the first one found
 */
export async function sniffFiles(
  ctx: Pick<Context, 'db' | 'stores'>,
  files: ReadonlyArray<{ id: string; path: string; bytes: number }>,
): Promise<void> {
  const rest = files.filter(({ bytes }) => bytes > 0).values()
  const sniffNext = async () => {
    for (const { id, path, bytes } of rest) {
      const span = { offset: 0, bytes: Math.min(bytes, SNIFF_BYTES) }
      const [file] = await loadReadable(ctx.db, [id], span)
      if (file === undefined) throw new Problem('upload-not-found')
      if (sniffsAsBarred(Buffer.concat(await readFile(ctx, file, span).toArray()))) {
        throw new Problem('insecure-file-type', { path })
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sniffNext))
}
