import type { Language } from '@waybill/contract/core/fields'
import type { RenderPage } from '@waybill/contract/core/page'
import type { AnswerPageProps } from '@waybill/contract/requests/page-props'
import { renderToString } from 'react-dom/server'
import { type LinkPreview, pageDocument } from '../../shared/document/page-document.ts'
import { pageTitle } from '../../shared/served-page/page-title.ts'
import { AnswerPage } from './answer-page.tsx'
import { ThreadPart } from './comments/thread-part.tsx'
import { DrawnPartsContext } from './drawn-parts.ts'
import { QuestionPart } from './items/question-part.tsx'
import { PlainProof } from './proof/plain-proof.tsx'
import { requesterNameOf } from './requester-line.tsx'
import { SealingPart } from './sealed/sealing-part.tsx'
import { answerWords } from './words/answer-words.ts'
import { previewWords } from './words/preview-words.ts'

/** The tab names neither the requester nor the request: other people can see titles and histories. */
export const render: RenderPage<AnswerPageProps> = (props, assets) => {
  const page = (
    <DrawnPartsContext value={{ SealingPart, PlainProof, QuestionPart, ThreadPart }}>
      <AnswerPage {...props} />
    </DrawnPartsContext>
  )
  const title = pageTitle(answerWords[props.language].pageTitle, props.branding)
  const preview = previewOf(props.page, props.language)
  return pageDocument({ title, preview, body: renderToString(page), props }, assets)
}

/** Says who asks, and of a protected request only that it is one. */
function previewOf(page: AnswerPageProps['page'], language: Language): LinkPreview {
  const words = answerWords[language]
  const own = previewWords[language]
  if (page.kind === 'locked') return { title: own.protectedRequest, description: null }
  if (page.kind !== 'asked') return { title: words.pageTitle, description: null }
  const { requester, state } = page.request
  const title = words.headline(requesterNameOf(requester, language))
  return { title, description: state === 'open' ? own.howToSend : null }
}
