import { Link, useSearch } from '@tanstack/react-router'
import { accountsWords } from '../../features/account/sign-in/words/accounts-words.ts'
import { SignUpForm } from '../../features/account/sign-up/sign-up-form.tsx'
import { readKept } from '../../shared/storage/kept.ts'
import { Slip } from '../../shared/ui/marks/slip.tsx'
import { usePageTitle } from '../../shared/ui/page/page-title.ts'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'
import styles from './welcome-back.module.css'

/**
 * Greets a returning visitor who sent something without an account. The address in the link is only a suggestion: the
 * page shows nothing of the transfer, and the transfer joins the account once the address is proven.
 */
export function WelcomeBackPage() {
  const words = useWords(accountsWords)
  const { email = readKept('sender') ?? '' } = useSearch({ strict: false })
  usePageTitle(words.backTitle)
  return (
    <div className={styles.welcomeBack}>
      <div className={styles.welcomeBackWords}>
        <h1 className={partsStyles.headline}>{words.backTitle}</h1>
        <p className={`${textStyles.soft} ${styles.welcomeBackLead}`}>{words.backText}</p>
        <ul className={layoutStyles.ruledList}>
          {words.backPoints.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
        <Link to="/" className={textStyles.quietButton}>
          {words.backSkip}
        </Link>
      </div>
      <Slip label={words.signUpName} name={words.signUpName} aside={<span />}>
        <SignUpForm email={email.trim().replaceAll(' ', '+')} />
      </Slip>
    </div>
  )
}
