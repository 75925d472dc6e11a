import type { ChangelogEntry } from '@waybill/contract/content/endpoints'
import { type ReactNode, useEffect, useState } from 'react'
import { formatDay } from '../../shared/time/moment.ts'
import { Drawer, SidePanel } from '../../shared/ui/dialogs/side-panel.tsx'
import { ListFailed } from '../../shared/ui/lists/list-failed.tsx'
import { Icon } from '../../shared/ui/marks/icons.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import linesStyles from '../../shared/ui/styles/lines.module.css'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import styles from './news-panel.module.css'
import { RichText } from './rich-text.tsx'
import { markRead, useChangelog, useStory } from './use-changelog.ts'
import { newsWords } from './words/news-words.ts'

/** What is new, and the story behind an entry where there is one for this account. Opening it counts as reading it. */
export function NewsPanel({ onClose }: { onClose: () => void }) {
  const words = useWords(newsWords)
  const [story, setStory] = useState<string | null>(null)
  return (
    <SidePanel opened onClose={onClose} position="right" size={520} returnFocus={false}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={words.title}>
        <Drawer.Body className={`${layoutStyles.stackWide} ${styles.newsPanel}`}>
          <header className={`${linesStyles.line} ${styles.newsHead}`}>
            {story === null ? (
              <h2>{words.title}</h2>
            ) : (
              <button type="button" className={textStyles.quietButton} onClick={() => setStory(null)}>
                {words.back}
              </button>
            )}
            <button type="button" className={partsStyles.iconButton} aria-label={words.close} onClick={onClose}>
              <Icon name="remove" />
            </button>
          </header>
          {story === null ? <Entries onStory={setStory} /> : <Story name={story} />}
        </Drawer.Body>
      </Drawer.Content>
    </SidePanel>
  )
}

function Entries({ onStory }: { onStory: (name: string) => void }) {
  const words = useWords(newsWords)
  const { language } = useLanguage()
  const { data, error, refetch } = useChangelog()
  const newest = data?.entries[0]?.id
  const isRead = newest === data?.lastRead
  useEffect(() => {
    if (newest !== undefined && !isRead) void markRead(newest)
  }, [newest, isRead])
  if (data === undefined) return <Instead error={error} onAgain={() => void refetch()} />
  return (
    <>
      {data.entries.map((entry) => (
        <Entry key={entry.id} entry={entry} onStory={onStory} />
      ))}
      <p>
        <a href={language === 'zh' ? '/zh/updates' : '/updates'} target="_blank" rel="noreferrer">
          {words.all}
        </a>
      </p>
    </>
  )
}

function Entry({ entry, onStory }: { entry: ChangelogEntry; onStory: (name: string) => void }) {
  const words = useWords(newsWords)
  const { language } = useLanguage()
  const { types, created, title, details, story } = entry
  return (
    <article className={styles.newsEntry}>
      <p className={`${layoutStyles.small} ${textStyles.soft}`}>
        {types.map((type) => (
          <span key={type} className={styles.newsType}>
            {words.types[type]}
          </span>
        ))}
        <time dateTime={created}>{formatDay(`${created}T00:00:00Z`, 'utc', language)}</time>
      </p>
      <h3>{title}</h3>
      <RichText blocks={details} />
      {story !== null && (
        <button type="button" className={textStyles.quietButton} onClick={() => onStory(story)}>
          {words.story}
        </button>
      )}
    </article>
  )
}

function Story({ name }: { name: string }): ReactNode {
  const { data: story, error, refetch } = useStory(name)
  if (story === undefined) return <Instead error={error} onAgain={() => void refetch()} />
  return (
    <article className={styles.newsEntry}>
      <h2>{story.title}</h2>
      <RichText blocks={story.details} />
    </article>
  )
}

function Instead({ error, onAgain }: { error: Error | null; onAgain: () => void }) {
  const words = useWords(newsWords)
  if (error !== null) return <ListFailed error={error} again={words.again} onAgain={onAgain} />
  return (
    <p className={textStyles.soft} aria-busy="true">
      {words.loading}
    </p>
  )
}
