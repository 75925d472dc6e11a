import type { ReactNode } from 'react'
import { useWords } from '../../words/language.tsx'
import { Address } from '../marks/address.tsx'
import { shellWords } from '../words/shell-words.ts'
import styles from './footer.module.css'
import { mailTo } from './mail-to.ts'

interface FooterProps {
  supportEmail: string
  /** Ways to other pages of the app. */
  nav?: ReactNode
}

/**
 * Who we are, where to write, and whose data the places come from: its licence asks for the name wherever a place is
 * shown.
 */
export function Footer({ supportEmail, nav }: FooterProps) {
  const words = useWords(shellWords)
  return (
    <footer className={styles.footer}>
      <span>{words.footerLine}</span>
      {nav}
      <a href={mailTo(supportEmail)}>
        <span>
          {words.contact} <Address of={supportEmail} />
        </span>
      </a>
      <a href="https://db-ip.com" rel="noreferrer">
        {words.geolocation}
      </a>
    </footer>
  )
}
