import type { LibraryFile } from '@waybill/contract/library/endpoints'
import { call } from '../../shared/api/client.ts'
import { inBatches } from '../../shared/api/in-batches.ts'
import { mutated } from '../../shared/api/mutate.ts'
import { refreshAccount } from '../../shared/api/session.ts'
import { change } from '../../shared/drafts/change-draft.ts'
import { showSendSheet } from '../../shared/drafts/send-sheet-state.ts'
import { fetchFiles } from '../../shared/library/fetch-files.ts'
import { invalidateLibrary } from '../../shared/library/use-library.ts'
import { notify } from '../../shared/ui/page/notices.ts'
import { spokenLanguage } from '../../shared/words/language.tsx'
import { libraryWords } from './words/library-words.ts'

type Chosen = readonly LibraryFile[]
const idsOf = (files: Chosen) => files.map(({ _id }) => _id)

/** Passes the files to the browser's downloads, by plain links that it can resume. */
export const download = (files: Chosen): Promise<void> => fetchFiles(idsOf(files))

/** Adds the files to the send form; none of their bytes moves. */
export function forward(files: Chosen): void {
  change({
    kind: 'forward-files',
    files: files.map(({ _id, pathForOthers, bytes }) => ({ id: _id, path: pathForOthers, bytes })),
  })
  showSendSheet(true)
}

/** Deletes the files; resolves to whether they are gone. */
export async function deleteFiles(files: Chosen): Promise<boolean> {
  let count = 0
  const areGone = await mutated(() =>
    inBatches(idsOf(files), async (some) => {
      count += (await call('deleteFiles', { body: { ids: some } })).deleted
    }),
  )
  if (count > 0) notify({ title: libraryWords[spokenLanguage()].deleted(count) })
  await Promise.all([invalidateLibrary(), refreshAccount().catch(() => undefined)])
  return areGone
}
