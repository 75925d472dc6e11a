import type { ReactNode } from 'react'
import { useWords } from '../words/language.tsx'
import { shellWords } from '../words/shell.ts'
import { Footer } from './footer.tsx'
import { TopBar } from './top-bar.tsx'
import './page.css'

interface PageProps {
  home?: ((brand: ReactNode, label: string) => ReactNode) | undefined
  children: ReactNode
}

/** What every page has: the bar, the content, the footer, and a way past the bar for the keyboard. */
export function Page({ home, children }: PageProps) {
  const words = useWords(shellWords)
  return (
    <div className="page">
      <a className="page-skip" href="#content">
        {words.skip}
      </a>
      <TopBar home={home} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </div>
  )
}
