import type { ReactNode } from 'react'
import { supportEmail } from '../../document/support-email.ts'
import { useWords } from '../../words/language.tsx'
import { shellWords } from '../words/shell-words.ts'
import { Footer } from './footer.tsx'
import styles from './page.module.css'
import { TopBar } from './top-bar.tsx'

interface PageProps {
  home?: ((brand: ReactNode, label: string) => ReactNode) | undefined
  /** Links to other pages, in the bar and again in the footer where the bar has no space. */
  nav?: ReactNode
  footerNav?: ReactNode
  children: ReactNode
}

/** The parts of every page: the bar, the content, the footer, and a skip link for the keyboard. */
export function Page({ home, nav, footerNav, children }: PageProps) {
  const words = useWords(shellWords)
  return (
    <div className={styles.page}>
      <a className={styles.pageSkip} href="#content">
        {words.skip}
      </a>
      <TopBar home={home} nav={nav} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Footer supportEmail={supportEmail()} nav={footerNav} />
    </div>
  )
}
