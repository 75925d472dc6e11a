import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { queryClient } from '../../shared/api/query-provider.tsx'
import { formatInstant } from '../../shared/time/day-and-time.ts'
import { ListFailed } from '../../shared/ui/lists/list-failed.tsx'
import { ListMore } from '../../shared/ui/lists/list-more.tsx'
import { type More, moreOf } from '../../shared/ui/lists/more-of.ts'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import styles from './desk.module.css'
import { pathOf } from './desk-pages.ts'
import { deskWords } from './words/desk-words.ts'

interface Page {
  next: string | null
}

/** A list of the desk, page after page. `asked` is what it depends on. */
export function useDeskList<Read extends Page>(
  name: string,
  asked: Record<string, string | undefined>,
  read: (after: { after?: string }, signal: AbortSignal) => Promise<Read>,
) {
  return useInfiniteQuery({
    queryKey: ['desk', name, asked],
    queryFn: ({ pageParam, signal }) => read(pageParam ? { after: pageParam } : {}, signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  })
}

/** Everything that the desk shows is read again: its figures too. */
export const rereadDesk = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['desk'] })

/** The filters in the address; `show` changes some of them, and drops those that are ''. */
export function useDeskSearch(): [Record<string, string>, (change: Record<string, string>) => void] {
  const search = useSearch({ strict: false }) as Record<string, string>
  const navigate = useNavigate()
  const show = (change: Record<string, string>) => {
    const next = Object.entries({ ...search, ...change }).filter(([, value]) => value !== '')
    void navigate({ to: '.', search: Object.fromEntries(next) as never, replace: true })
  }
  return [search, show]
}

/** '27 Nov 2026 14:02' in the reader's zone. */
export function useMoment(): (instant: string) => string {
  const { language } = useLanguage()
  return (instant) => formatInstant(instant, language)
}

interface DeskListProps {
  list: ReturnType<typeof useDeskList>
  count: number
  empty: string
  children: ReactNode
}

export function DeskList({ list, count, empty, children }: DeskListProps) {
  const words = useWords(deskWords)
  const more: More = moreOf(list)
  if (list.data === undefined) {
    return list.error ? (
      <ListFailed error={list.error} again={words.again} onAgain={() => void list.refetch()} />
    ) : (
      <div className={partsStyles.waiting} role="status" aria-label={words.loading} />
    )
  }
  if (count === 0) return <p className={textStyles.soft}>{empty}</p>
  return (
    <>
      <div className={`${partsStyles.frame} ${layoutStyles.ruledList}`}>{children}</div>
      <ListMore list={more} label={words.more} />
    </>
  )
}

interface DeskRowProps {
  /** Where a link of a mail arrives. */
  id?: string
  head: ReactNode
  children: ReactNode
}

/** One row: Enter opens it, Escape closes it. */
export function DeskRow({ id, head, children }: DeskRowProps) {
  return (
    <details id={id} className={`${partsStyles.fold} ${styles.deskRow}`}>
      <summary data-desk-row>
        <span className={styles.deskHead}>{head}</span>
      </summary>
      <div className={layoutStyles.stackClose}>{children}</div>
    </details>
  )
}

/** To another page of the desk, and what it is to find there. */
export function DeskLink({ path, q, children }: { path: 'accounts' | 'security'; q: string; children: ReactNode }) {
  return (
    <Link to={pathOf({ path }) as '/'} search={{ q } as never}>
      {children}
    </Link>
  )
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className={textStyles.soft}>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
