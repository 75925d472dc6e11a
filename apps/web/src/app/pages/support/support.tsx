import { useSearch } from '@tanstack/react-router'
import { supportEmail } from '../start/support-email.ts'
import { Address } from '../ui/address.tsx'
import { mailTo } from '../ui/mail-to.ts'
import { usePageTitle } from '../ui/page-title.ts'
import { Slip } from '../ui/slip.tsx'
import { useWords } from '../words/language.tsx'
import { supportWords } from '../words/support.ts'
import { NotFoundPage } from './not-found.tsx'
import './support.css'

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
    <div className="support">
      <Slip label={words.name} name={words.name} aside={<span />}>
        <h1>{words.title}</h1>
        <p>{words.lead}</p>
        <ol>
          {words.rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ol>
        <p className="soft">
          {words.questions}{' '}
          <a href={mailTo(address)}>
            <Address of={address} />
          </a>
        </p>
      </Slip>
    </div>
  )
}
