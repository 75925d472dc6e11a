import { Suspense } from 'react'
import { lazyPart } from '../../shared/loading/lazy-part.ts'
import { makeStore, useStore } from '../../shared/state/store.ts'
import { Menu } from '../../shared/ui/dialogs/drop-menu.tsx'
import { Drawing, Icon } from '../../shared/ui/marks/icons.tsx'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import styles from './news.module.css'
import { useUnread } from './use-changelog.ts'
import { newsWords } from './words/news-words.ts'

const NewsPanel = lazyPart(async () => (await import('./news-panel.tsx')).NewsPanel)

const isOpen = makeStore(false)

const STAR = 'M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9L3.5 9.7l5.9-.8z'

/** The account menu's entries about the product, the dot that leads there, and the panel that slides in. */
export function NewsPart({ at }: { at: 'bar' | 'menu' | 'picture' }) {
  if (at === 'bar') return <Panel />
  return at === 'menu' ? <NewsEntries /> : <UnreadDot />
}

/** The menu that led here has closed by then, so the focus goes back to its button. */
function Panel() {
  const close = () => {
    isOpen.set(false)
    document.querySelector<HTMLElement>('.account-menu-button')?.focus()
  }
  if (!useStore(isOpen)) return null
  return (
    <Suspense fallback={null}>
      <NewsPanel onClose={close} />
    </Suspense>
  )
}

function NewsEntries() {
  const words = useWords(newsWords)
  const { language } = useLanguage()
  const isUnread = useUnread()
  return (
    <>
      <Menu.Item
        leftSection={<Drawing path={STAR} />}
        rightSection={isUnread && <span className={styles.newsMark} />}
        aria-label={isUnread ? words.unread : words.title}
        onClick={() => isOpen.set(true)}
      >
        {words.title}
      </Menu.Item>
      <Menu.Item
        component="a"
        href={language === 'zh' ? '/zh/support' : '/support'}
        target="_blank"
        rel="noreferrer"
        leftSection={<Icon name="info" />}
      >
        {words.help}
      </Menu.Item>
    </>
  )
}

/** On the account's picture, where the menu with the entry is. */
function UnreadDot() {
  return useUnread() ? <span className={partsStyles.unreadDot} aria-hidden="true" /> : null
}
