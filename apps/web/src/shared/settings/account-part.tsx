import type { ReactNode } from 'react'
import layoutStyles from '../ui/styles/layout.module.css'
import partsStyles from '../ui/styles/parts.module.css'
import textStyles from '../ui/styles/text.module.css'
import styles from './account-part.module.css'

interface AccountPartProps {
  /** Where a link of a mail arrives. */
  id?: string
  title: string
  text?: ReactNode
  children: ReactNode
}

/** One part of the account's settings, under its own heading. */
export function AccountPart({ id, title, text, children }: AccountPartProps) {
  return (
    <section
      id={id}
      className={`${partsStyles.paper} ${layoutStyles.stackClose} ${styles.accountPart}`}
      aria-label={title}
    >
      <h2>{title}</h2>
      {text && <p className={textStyles.soft}>{text}</p>}
      {children}
    </section>
  )
}
