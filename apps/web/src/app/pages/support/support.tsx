import { useSearch } from '@tanstack/react-router'
import { supportEmail } from '../../../shared/document/support-email.ts'
import { Address } from '../../../shared/ui/marks/address.tsx'
import { Slip } from '../../../shared/ui/marks/slip.tsx'
import { mailTo } from '../../../shared/ui/page/mail-to.ts'
import { usePageTitle } from '../../../shared/ui/page/page-title.ts'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { NotFoundPage } from '../not-found.tsx'
import styles from './support.module.css'
import { supportWords } from './words/support-words.ts'

/** Articles of the specification's `/support?article=`; so far there is one. */
export function SupportPage() {
  const { article } = useSearch({ strict: false })
  return article === 'terms-of-use' ? <Terms /> : <NotFoundPage />
}

function Terms() {
  const words = useWords(supportWords)
  const address = supportEmail()
  usePageTitle(words.title)
  return (
    <div className={styles.support}>
      <Slip label={words.name} name={words.name} aside={<span />}>
        <h1>{words.title}</h1>
        <p>{words.lead}</p>
        <ol>
          {words.rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ol>
        <p className={textStyles.soft}>
          {words.questions}{' '}
          <a href={mailTo(address)}>
            <Address of={address} />
          </a>
        </p>
      </Slip>
    </div>
  )
}
