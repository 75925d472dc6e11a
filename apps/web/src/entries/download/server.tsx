import type { Language } from '@waybill/contract/core/fields'
import type { RenderPage } from '@waybill/contract/core/page'
import { formatBytes } from '@waybill/contract/core/sizes'
import type { DownloadPageProps } from '@waybill/contract/downloads/page-props'
import { renderToString } from 'react-dom/server'
import { type LinkPreview, pageDocument } from '../../shared/document/page-document.ts'
import { useArrival } from './arrival/use-arrival.tsx'
import { DownloadPage, headingOf, titleOf } from './download-page.tsx'
import { ExtensionSlip } from './slips/extension-slip.tsx'
import { downloadWords } from './words/download-words.ts'
import { previewWords } from './words/preview-words.ts'

const late = { ExtensionSlip, useArrival }

export const render: RenderPage<DownloadPageProps> = (props, assets) => {
  const title = titleOf(props, props.language)
  const preview = previewOf(props.page, props.language)
  return pageDocument({ title, preview, body: renderToString(<DownloadPage {...props} late={late} />), props }, assets)
}

/** Of a protected transfer it says only that. */
function previewOf(page: DownloadPageProps['page'], language: Language): LinkPreview {
  if (page.kind === 'locked') return { title: previewWords[language].protectedTransfer, description: null }
  const title = headingOf(page, language)
  if (page.kind !== 'active') return { title, description: null }
  const { part, transfer } = page
  return { title, description: downloadWords[language].total(part.count, formatBytes(transfer.totalBytes, language)) }
}
