import { useMantineColorScheme } from '@mantine/core'
import type { ReactNode } from 'react'
import { languageTags, useLanguage, useWords } from '../../words/language.tsx'
import { BrandMark } from '../marks/brand-mark.tsx'
import { Icon } from '../marks/icons.tsx'
import { shellWords } from '../words/shell-words.ts'
import styles from './top-bar.module.css'

interface TopBarProps {
  /** Wraps the brand in the link home: the app's own link, which keeps a running upload. A plain link elsewhere. */
  home?: ((brand: ReactNode, label: string) => ReactNode) | undefined
  nav?: ReactNode
}

const plainHome = (brand: ReactNode, label: string) => (
  <a className={styles.brand} href="/" aria-label={label}>
    {brand}
  </a>
)

export function TopBar({ home = plainHome, nav }: TopBarProps) {
  const words = useWords(shellWords)
  const brand = (
    <>
      <BrandMark />
      <span>Waybill</span>
    </>
  )
  return (
    <header className={styles.topBar}>
      {home(brand, words.homeLabel)}
      <div className={styles.topBarTools}>
        {nav}
        <LanguageSwitch />
        <ColorSwitch />
      </div>
    </header>
  )
}

function LanguageSwitch() {
  const { language, choose } = useLanguage()
  const words = useWords(shellWords)
  const other = language === 'en' ? 'zh' : 'en'
  return (
    <button
      type="button"
      className={styles.topBarTool}
      lang={languageTags[other]}
      aria-label={words.switchLanguage}
      onClick={() => choose(other)}
    >
      {words.otherLanguage}
    </button>
  )
}

/** Both icons are there and the scheme shows one, so the server need not know which. */
function ColorSwitch() {
  const words = useWords(shellWords)
  const { setColorScheme } = useMantineColorScheme()
  return (
    <>
      <button
        type="button"
        className={`${styles.topBarTool} ${styles.topBarIcon} mantine-dark-hidden`}
        aria-label={words.toDark}
        onClick={() => setColorScheme('dark')}
      >
        <Icon name="moon" />
      </button>
      <button
        type="button"
        className={`${styles.topBarTool} ${styles.topBarIcon} mantine-light-hidden`}
        aria-label={words.toLight}
        onClick={() => setColorScheme('light')}
      >
        <Icon name="sun" />
      </button>
    </>
  )
}
