import '../../shared/document/trusted-types.ts'
import type { AnswerPageProps } from '@waybill/contract/requests/page-props'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { startWords } from '../../shared/document/start-words.ts'
import { firstPack } from '../../shared/words/packs/first-pack.ts'
import { problemsPack } from '../../shared/words/packs/problems-pack.ts'
import { AnswerPage } from './answer-page.tsx'
import { answerPack } from './packs/answer-pack.ts'

const packs = [firstPack, answerPack]
const root = document.getElementById('root')
const props = JSON.parse(document.getElementById('props')?.textContent ?? 'null') as AnswerPageProps | null

async function start(root: HTMLElement, props: AnswerPageProps): Promise<void> {
  const { language, page } = props
  // The page from the server already contains the server's refusals.
  const saysProblem = 'code' in page || ('problem' in page && page.problem !== null)
  await startWords(language, saysProblem ? [...packs, problemsPack] : packs)
  hydrateRoot(
    root,
    <StrictMode>
      <AnswerPage {...props} />
    </StrictMode>,
  )
  // Shows the parts that only scripts can run.
  document.documentElement.setAttribute('data-live', '')
}

// Loaded again while something lay over the page: without its history entry the next Back leaves the page.
if (history.state?.waybillOverlay) history.back()
if (root && props) void start(root, props)
