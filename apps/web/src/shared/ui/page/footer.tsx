import type { ReactNode } from 'react'
import { useWords } from '../../words/language.tsx'
import { Address } from '../marks/address.tsx'
import { shellWords } from '../words/shell-words.ts'
import styles from './footer.module.css'
import { mailTo } from './mail-to.ts'

interface FooterProps {
  supportEmail: string
  /** Links to other pages of the app. */
  nav?: ReactNode
  /** In place of who we are. */
  line?: ReactNode
}

/**
 * Who we are, where to write, and the source of the locations: its licence requires the name wherever a location shows.
 */
export function Footer({ supportEmail, nav, line }: FooterProps) {
  const words = useWords(shellWords)
  return (
    <footer className={styles.footer}>
      {line === undefined ? <span>{words.footerLine}</span> : line}
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
