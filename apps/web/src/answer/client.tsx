import '../start/trusted-types.ts'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { AnswerPage } from './answer-page.tsx'
import type { AnswerPageProps } from './page-props.ts'

const root = document.getElementById('root')
const props = JSON.parse(document.getElementById('props')?.textContent ?? 'null') as AnswerPageProps | null

if (root && props) {
  hydrateRoot(
    root,
    <StrictMode>
      <AnswerPage {...props} />
    </StrictMode>,
  )
  // What only scripts can do is shown from here on.
  document.documentElement.setAttribute('data-live', '')
}
