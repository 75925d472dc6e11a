import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { DownloadPage } from './download-page.tsx'
import type { DownloadPageProps } from './page-props.ts'
import { reportOpened } from './report-opened.ts'

const root = document.getElementById('root')
const props = JSON.parse(document.getElementById('props')?.textContent ?? 'null') as DownloadPageProps | null

if (root && props) {
  hydrateRoot(
    root,
    <StrictMode>
      <DownloadPage {...props} />
    </StrictMode>,
  )
  // What only scripts can do is shown from here on.
  document.documentElement.setAttribute('data-live', '')
  if (props.page.kind === 'active') {
    reportOpened({ slug: props.page.transfer.slug, user: props.page.user })
  }
}
