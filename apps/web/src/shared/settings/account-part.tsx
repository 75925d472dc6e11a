import type { ReactNode } from 'react'
import textStyles from '../ui/styles/text.module.css'
import styles from './account-part.module.css'

interface AccountPartProps {
  title: string
  text?: ReactNode
  children: ReactNode
}

/** One part of the account's settings, under its own heading. */
export function AccountPart({ title, text, children }: AccountPartProps) {
  return (
    <section className={styles.accountPart} aria-label={title}>
      <h2>{title}</h2>
      {text && <p className={textStyles.soft}>{text}</p>}
      {children}
    </section>
  )
}
