import { Link } from '@tanstack/react-router'
import type { ReadyTemplate } from '@waybill/contract/requests/gallery/ready'
import { sectionsOf } from '@waybill/contract/requests/questions'
import { Button } from '../../../shared/ui/fields/button.ts'
import { ListFailed } from '../../../shared/ui/lists/list-failed.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { requestFormWords } from '../form/words/request-form-words.ts'
import { useRequestWords } from '../request-words.ts'
import { requestsWords } from '../words/requests-words.ts'
import styles from './ready-gallery.module.css'
import { readyName, useReady } from './use-ready.ts'

/** Ten ready checklists with their items, and a blank form. */
export function ReadyGallery() {
  const words = useRequestWords(requestFormWords)
  const { again } = useWords(requestsWords)
  const { ready, error, retry } = useReady()
  if (error) return <ListFailed error={error} again={again} onAgain={retry} />
  if (ready === undefined) return <div className={partsStyles.waiting} role="status" aria-label={words.loading} />
  return (
    <>
      <p className={`${textStyles.soft} ${layoutStyles.below}`}>
        {words.galleryText}{' '}
        <Link to="/dash/requests" search={{ new: '' }}>
          {words.galleryBlank}
        </Link>
      </p>
      <ul className={styles.readyGallery} aria-label={words.galleryName}>
        {ready.map((template) => (
          <ReadyCard key={template.id} template={template} />
        ))}
      </ul>
    </>
  )
}

function ReadyCard({ template }: { template: ReadyTemplate }) {
  const words = useRequestWords(requestFormWords)
  const { name, about, items } = template
  const questions = items.filter(({ kind }) => kind !== 'files').length
  return (
    <li className={`${partsStyles.paper} ${layoutStyles.stackClose} ${styles.readyCard}`}>
      <h2>{name}</h2>
      <p className={textStyles.soft}>{about}</p>
      <details className={layoutStyles.medium}>
        <summary>
          <span className={textStyles.quietButton}>{words.galleryCounts(items.length - questions, questions)}</span>
          <span className={textStyles.unseen}> {name}</span>
        </summary>
        {sectionsOf(items).map((section) => (
          <section key={section.title}>
            <h3>{section.title}</h3>
            <ul>
              {section.items.map((item) => (
                <li key={item.name}>
                  {item.name}
                  <span className={textStyles.soft}>
                    {' · '}
                    {item.kind === 'files' ? words.galleryFile : words.questionKinds[item.kind]}
                    {!item.isRequired && ` · ${words.optional}`}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </details>
      <div>
        <Button
          variant="default"
          size="sm"
          renderRoot={(button) => (
            <Link to="/dash/requests" search={{ new: '', template: readyName(template) }} {...button} />
          )}
        >
          {words.templateUse}
          <span className={textStyles.unseen}> {name}</span>
        </Button>
      </div>
    </li>
  )
}
