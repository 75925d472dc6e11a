import type { RenderPage } from '@waybill/contract/core/page'
import type { DownloadPageProps } from '@waybill/contract/downloads/page-props'
import { renderToString } from 'react-dom/server'
import { pageDocument } from '../../shared/document/page-document.ts'
import { DownloadPage, titleOf } from './download-page.tsx'

export const render: RenderPage<DownloadPageProps> = (props, assets) => {
  const title = titleOf(props, props.language)
  return pageDocument({ title, body: renderToString(<DownloadPage {...props} />), props }, assets)
}
