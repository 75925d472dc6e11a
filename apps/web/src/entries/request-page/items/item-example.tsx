import { formatBytes } from '@waybill/contract/core/sizes'
import { type MouseEvent, useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { failureSentence } from '../../../shared/api/problem-words.ts'
import downloadStyles from '../../../shared/served-page/download.module.css'
import { Icon } from '../../../shared/ui/marks/icons.tsx'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { Gap } from '../../../shared/words/gap.tsx'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { type SubmissionSession, useSessionState, useSubmissionSession } from '../submission-session.tsx'
import { answerWords } from '../words/answer-words.ts'
import itemsStyles from './items.module.css'

const formOf = (item: string) => `example-${item}`

/** Forms cannot nest: the buttons that send these are inside their items. */
export function ExampleForms() {
  const { link } = useSubmissionSession()
  const items = useSessionState(({ request }) => request.items)
  return items
    .filter(({ example }) => example !== null)
    .map(({ _id }) => (
      <form key={_id} id={formOf(_id)} method="post" action="/itemExample" hidden>
        <input type="hidden" name="slug" value={link.slug} />
        <input type="hidden" name="user" value={link.user ?? ''} />
        <input type="hidden" name="item" value={_id} />
      </form>
    ))
}

interface ItemExampleProps {
  item: string
  example: { fileName: string; bytes: number }
}

/** An example of the file, one click away. */
export function ItemExample({ item, example }: ItemExampleProps) {
  const session = useSubmissionSession()
  const { language } = useLanguage()
  const words = useWords(answerWords)
  const [failure, setFailure] = useState<unknown>(null)
  const take = (event: MouseEvent) => {
    event.preventDefault()
    setFailure(null)
    fetchExample(session, item).catch(setFailure)
  }
  return (
    <p className={itemsStyles.itemExample}>
      {words.example}
      <Gap />
      <button type="submit" form={formOf(item)} className={textStyles.quietButton} onClick={take}>
        <Icon name="download" size={16} />
        <bdi>{words.takeExample(example.fileName, formatBytes(example.bytes, language))}</bdi>
      </button>
      {failure !== null && (
        <span role="alert" className={downloadStyles.takeFailed}>
          {words.exampleFailed} {failureSentence(language, failure)}
        </span>
      )}
    </p>
  )
}

/** A clicked link, not a navigation: if it fails, the page stays. */
async function fetchExample({ link }: SubmissionSession, item: string): Promise<void> {
  const { url } = await call('fetchItemExample', { body: { ...link, item } })
  const anchor = document.createElement('a')
  anchor.href = url
  anchor.download = ''
  anchor.click()
}
