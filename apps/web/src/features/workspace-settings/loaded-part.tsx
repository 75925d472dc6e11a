import type { ReactNode } from 'react'
import { AccountPart } from '../../shared/settings/account-part.tsx'
import { ListFailed } from '../../shared/ui/lists/list-failed.tsx'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import { helpPath } from '../../shared/words/help-path.ts'

interface LoadedPartProps<T> {
  id?: string
  title: string
  text: string
  query: { data: T | undefined; error: Error | null; refetch: () => Promise<unknown> }
  words: { again: string; loading: string; help: string }
  /** The article of the help about it. */
  article: string
  children: (data: T) => ReactNode
}

/** A section of the settings, once they are here. */
export function LoadedPart<T>({ id, title, text, query, words, article, children }: LoadedPartProps<T>) {
  const { data, error, refetch } = query
  return (
    <AccountPart {...(id && { id })} title={title} text={text}>
      {data !== undefined ? (
        children(data)
      ) : error ? (
        <ListFailed error={error} again={words.again} onAgain={() => void refetch()} />
      ) : (
        <div className={partsStyles.waiting} role="status" aria-label={words.loading} />
      )}
      <p>
        <a href={helpPath(article)} target="_blank" rel="noreferrer">
          {words.help}
        </a>
      </p>
    </AccountPart>
  )
}
