import '../../shared/document/trusted-types.ts'
import type { DownloadPageProps } from '@waybill/contract/downloads/page-props'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { startWords } from '../../shared/document/start-words.ts'
import { firstPack } from '../../shared/words/packs/first-pack.ts'
import { problemsPack } from '../../shared/words/packs/problems-pack.ts'
import { DownloadPage } from './download-page.tsx'
import { loadLateParts } from './late-parts.ts'
import { downloadPack } from './packs/download-pack.ts'
import { reportOpened } from './report-opened.ts'

const packs = [firstPack, downloadPack]
const root = document.getElementById('root')
const props = JSON.parse(document.getElementById('props')?.textContent ?? 'null') as DownloadPageProps | null

async function start(root: HTMLElement, props: DownloadPageProps): Promise<void> {
  const { language, page } = props
  // The page from the server already contains the server's refusals.
  const saysProblem = 'code' in page || ('problem' in page && page.problem !== null)
  const [late] = await Promise.all([
    loadLateParts(page),
    startWords(language, saysProblem ? [...packs, problemsPack] : packs),
  ])
  hydrateRoot(
    root,
    <StrictMode>
      <DownloadPage {...props} late={late} />
    </StrictMode>,
  )
  // Shows the parts that only scripts can run.
  document.documentElement.setAttribute('data-live', '')
  if (page.kind === 'active') {
    reportOpened({ slug: page.transfer.slug, user: page.user }, page.visit)
  }
}

// Loaded again while something lay over the page: without its history entry the next Back leaves the page.
if (history.state?.waybillOverlay) history.back()
if (root && props) void start(root, props)
