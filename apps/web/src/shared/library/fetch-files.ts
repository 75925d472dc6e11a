import { call } from '../api/client.ts'
import { mutate } from '../api/mutate.ts'

/** Passes a plain link, which the browser can resume, to its downloads. */
export function pressLink({ url, name }: { url: string; name: string }): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

/** Passes stored files to the browser's downloads: one as itself, several as one archive. */
export async function fetchFiles(ids: readonly string[]): Promise<void> {
  const answer = await mutate(() => call('fetchLibraryFiles', { body: { ids: [...ids] } }))
  for (const link of answer?.links ?? []) pressLink(link)
}
