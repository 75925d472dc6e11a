import type { RequestTemplate } from '@waybill/contract/requests/shapes'
import { useState } from 'react'
import { mutated } from '../../../shared/api/mutate.ts'
import { formatDay } from '../../../shared/time/moment.ts'
import { localTimeAt } from '../../../shared/time/zones.ts'
import { notify } from '../../../shared/ui/page/notices.ts'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { spokenLanguage, useLanguage, useWords } from '../../../shared/words/language.tsx'
import { useDraft } from '../form/draft/draft-context.ts'
import { withTemplate } from '../form/draft/request-draft.ts'
import requestFormStyles from '../form/request-form.module.css'
import { requestFormWords } from '../form/words/request-form-words.ts'
import { requestWordsOf, useRequestWords } from '../request-words.ts'
import { requestsWords } from '../words/requests-words.ts'
import styles from './templates-part.module.css'
import { deleteTemplate, saveTemplate, useTemplates } from './use-templates.ts'

/** Templates of earlier requests: used for this one, or deleted. */
export function TemplatesPart() {
  const words = useRequestWords(requestFormWords)
  const { templates = [] } = useTemplates()
  // Outlives the last template, which may be restored.
  const [isOpen, setOpen] = useState(false)
  if (templates.length === 0) return null
  return (
    <details
      className={`${partsStyles.paper} ${layoutStyles.stack} ${requestFormStyles.requestPart} ${partsStyles.fold} ${`${partsStyles.fold} ${requestFormStyles.requestFold}`}`}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <h2>{words.templates}</h2>{' '}
        <span className={`${layoutStyles.medium} ${textStyles.soft}`}>{templates.length}</span>
      </summary>
      <ul className={`${layoutStyles.ruledList} ${styles.templateLines}`} aria-label={words.templates}>
        {templates.map((template) => (
          <TemplateLine key={template._id} template={template} />
        ))}
      </ul>
    </details>
  )
}

function TemplateLine({ template }: { template: RequestTemplate }) {
  const words = useRequestWords(requestFormWords)
  const { language } = useLanguage()
  const { draft, change, setTried } = useDraft()
  const { undo } = useWords(requestsWords)
  const take = () => {
    const before = draft
    change((now) => withTemplate(now, template.content, localTimeAt(Date.now(), now.zone)))
    setTried(false)
    notify({ title: words.templateTaken(template.name), action: { label: undo, press: () => change(before) } })
  }
  return (
    <li className={layoutStyles.row}>
      <span>
        <strong>{template.name}</strong>
        <span className={`${layoutStyles.medium} ${textStyles.soft}`}>
          {words.items(template.content.items.length)} · {formatDay(template.savedAt, 'local', language)}
        </span>
      </span>
      <button type="button" className={textStyles.quietButton} onClick={take}>
        {words.templateUse}
        <span className={textStyles.unseen}> {template.name}</span>
      </button>
      <button type="button" className={textStyles.quietButton} onClick={() => void letGo(template)}>
        {words.templateDelete}
        <span className={textStyles.unseen}> {template.name}</span>
      </button>
    </li>
  )
}

/** Undo saves the same template once more. */
async function letGo(template: RequestTemplate): Promise<void> {
  const words = requestWordsOf(requestFormWords, spokenLanguage(), 'supplier')
  const putBack = () => void mutated(() => saveTemplate(template.name, template.content))
  if (!(await mutated(() => deleteTemplate(template)))) return
  notify({
    title: words.templateDeleted(template.name),
    action: { label: requestsWords[spokenLanguage()].undo, press: putBack },
  })
}
