import { renderToString } from 'react-dom/server'
import { pageDocument, type RenderPage } from '../../shared/document/page-document.ts'
import { DownloadPage, titleOf } from './download-page.tsx'
import type { DownloadPageProps } from './page-props.ts'

export const render: RenderPage<DownloadPageProps> = (props, assets) => {
  const title = titleOf(props.page, props.language)
  return pageDocument({ title, body: renderToString(<DownloadPage {...props} />), props }, assets)
}
