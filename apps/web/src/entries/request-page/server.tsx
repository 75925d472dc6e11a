import { renderToString } from 'react-dom/server'
import { pageDocument, type RenderPage } from '../../shared/document/page-document.ts'
import { AnswerPage } from './answer-page.tsx'
import { DrawnPartsContext } from './drawn-parts.ts'
import type { AnswerPageProps } from './page-props.ts'
import { PlainProof } from './proof/plain-proof.tsx'
import { SealingPart } from './sealed/sealing-part.tsx'
import { answerWords } from './words/answer-words.ts'

/** The tab names neither who asks nor what for: titles stand in histories and in other people's sight. */
export const render: RenderPage<AnswerPageProps> = (props, assets) => {
  const page = (
    <DrawnPartsContext value={{ SealingPart, PlainProof }}>
      <AnswerPage {...props} />
    </DrawnPartsContext>
  )
  const title = `${answerWords[props.language].pageTitle} · Waybill`
  return pageDocument({ title, body: renderToString(page), props }, assets)
}
