import { formatBytes } from '@waybill/contract/core/sizes'
import { call } from '../../../shared/api/client.ts'
import { inBatches } from '../../../shared/api/in-batches.ts'
import { mutated } from '../../../shared/api/mutate.ts'
import { pressLink } from '../../../shared/library/fetch-files.ts'
import { notify } from '../../../shared/ui/page/notices.ts'
import { spokenLanguage } from '../../../shared/words/language.tsx'
import { transferListWords } from './words/transfer-list-words.ts'

type Fetched = Awaited<ReturnType<typeof call<'fetchTransferFiles'>>>

/** As many transfers as the server takes in one call. */
const MOST_AT_ONCE = 50
/** A notice is no list. */
const MOST_TOLD = 8
/** Long enough to read what is missing. */
const MISSING_MS = 20_000

/**
 * Passes an archive of transfers to the browser's downloads, with a folder for each. The notice says how much it is, and
 * which files it leaves out.
 */
export async function fetchTransfers(ids: readonly string[]): Promise<void> {
  const all: Fetched = { links: [], leftOut: [], leftOutCount: 0 }
  const areFetched = await mutated(() =>
    inBatches(
      ids,
      async (transfers) => {
        const { links, leftOut, leftOutCount } = await call('fetchTransferFiles', { body: { transfers } })
        for (const link of links) pressLink(link)
        all.links.push(...links)
        all.leftOut.push(...leftOut)
        all.leftOutCount += leftOutCount
      },
      MOST_AT_ONCE,
    ),
  )
  if (areFetched || all.links.length > 0) tell(all)
}

function tell({ links, leftOut, leftOutCount }: Fetched): void {
  const language = spokenLanguage()
  const words = transferListWords[language]
  const files = links.reduce((sum, link) => sum + link.files, 0)
  const bytes = links.reduce((sum, link) => sum + link.bytes, 0)
  const told = leftOut
    .slice(0, MOST_TOLD)
    .map(({ title, fileName, because }) => words.leftOutOne(title, fileName, because))
  if (leftOutCount > told.length) told.push(words.leftOutMore(leftOutCount - told.length))
  const parts = [
    ...(links.length > 1 ? [words.fetchedParts(links.length)] : []),
    ...(told.length > 0 ? [words.leftOut(told.join(words.between))] : []),
  ]
  notify({
    title: links.length === 0 ? words.nothingToFetch : words.fetched(files, formatBytes(bytes, language)),
    text: parts.length > 0 ? parts.join(' ') : undefined,
    ...(told.length > 0 ? { tone: 'warning', durationMs: MISSING_MS } : {}),
  })
}
