import type { PageBranding } from '@waybill/contract/branding/page-branding'
import { type MouseEvent, type ReactNode, useEffect } from 'react'
import { keep } from '../storage/kept.ts'
import { Icon } from '../ui/marks/icons.tsx'
import { Footer } from '../ui/page/footer.tsx'
import pageStyles from '../ui/page/page.module.css'
import topBarStyles from '../ui/page/top-bar.module.css'
import { shellWords } from '../ui/words/shell-words.ts'
import { languageTags, useLanguage, useWords } from '../words/language.tsx'
import contentsStyles from './contents.module.css'
import downloadStyles from './download.module.css'
import brandStyles from './page-brand.module.css'
import { PageBrand } from './page-brand.tsx'

interface PageFrameProps {
  title: string
  supportEmail: string
  branding: PageBranding
  /** What stays in the address when the language changes. */
  query?: string | undefined
  children: ReactNode
}

/** The bar and the footer of the app's pages, without Mantine. */
export function PageFrame({ title, supportEmail, branding, query = '', children }: PageFrameProps) {
  const words = useWords(shellWords)
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <div className={pageStyles.page} data-background={branding.company?.background ? '' : undefined}>
      <a className={pageStyles.pageSkip} href="#content">
        {words.skip}
      </a>
      <header className={topBarStyles.topBar}>
        <PageBrand branding={branding} />
        <div className={topBarStyles.topBarTools}>
          <LanguageLink query={query} />
          <ColorSwitch />
        </div>
      </header>
      <main id="content" className={contentsStyles.reading} tabIndex={-1}>
        {branding.company?.welcome && (
          <p className={brandStyles.brandWelcome} dir="auto">
            {branding.company.welcome}
          </p>
        )}
        {children}
      </main>
      <Footer supportEmail={supportEmail} line={branding.mark === 'none' ? null : <a href="/">{words.sentWith}</a>} />
    </div>
  )
}

/** A link, so that it works without scripts, for this page; with them the choice is stored and nothing reloads. */
function LanguageLink({ query }: { query: string }) {
  const { language, choose } = useLanguage()
  const words = useWords(shellWords)
  const other = language === 'en' ? 'zh' : 'en'
  const change = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    history.replaceState(null, '', query === '' ? location.pathname : `?${query}`)
    choose(other)
  }
  return (
    <a
      className={topBarStyles.topBarTool}
      href={`?${query === '' ? '' : `${query}&`}lang=${other}`}
      lang={languageTags[other]}
      hrefLang={languageTags[other]}
      aria-label={words.switchLanguage}
      onClick={change}
    >
      {words.otherLanguage}
    </a>
  )
}

/** Both icons are there and the scheme shows one, so the server need not know which. */
function ColorSwitch() {
  const words = useWords(shellWords)
  const choose = (scheme: 'light' | 'dark') => (event: MouseEvent<HTMLButtonElement>) => {
    const { nextElementSibling, previousElementSibling } = event.currentTarget
    keep('color-scheme', scheme)
    document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
    // The focused button has just disappeared.
    const other = nextElementSibling ?? previousElementSibling
    if (other instanceof HTMLElement) other.focus()
  }
  return (
    <span className={downloadStyles.liveOnly}>
      <button
        type="button"
        className={`${topBarStyles.topBarTool} ${downloadStyles.toDark}`}
        aria-label={words.toDark}
        onClick={choose('dark')}
      >
        <Icon name="moon" />
      </button>
      <button
        type="button"
        className={`${topBarStyles.topBarTool} ${downloadStyles.toLight}`}
        aria-label={words.toLight}
        onClick={choose('light')}
      >
        <Icon name="sun" />
      </button>
    </span>
  )
}
