import type { RenderPage } from '@waybill/contract/core/page'
import type { AnswerPageProps } from '@waybill/contract/requests/page-props'
import { renderToString } from 'react-dom/server'
import { pageDocument } from '../../shared/document/page-document.ts'
import { pageTitle } from '../../shared/served-page/page-title.ts'
import { AnswerPage } from './answer-page.tsx'
import { DrawnPartsContext } from './drawn-parts.ts'
import { PlainProof } from './proof/plain-proof.tsx'
import { SealingPart } from './sealed/sealing-part.tsx'
import { answerWords } from './words/answer-words.ts'

/** The tab names neither the requester nor the request: other people can see titles and histories. */
export const render: RenderPage<AnswerPageProps> = (props, assets) => {
  const page = (
    <DrawnPartsContext value={{ SealingPart, PlainProof }}>
      <AnswerPage {...props} />
    </DrawnPartsContext>
  )
  const title = pageTitle(answerWords[props.language].pageTitle, props.branding)
  return pageDocument({ title, body: renderToString(page), props }, assets)
}
