import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Problem } from '@waybill/contract/core/problems'
import type { Desk } from '@waybill/contract/operating/desk-endpoints'
import type { ReactNode } from 'react'
import { call } from '../../shared/api/client.ts'
import listStyles from '../../shared/ui/lists/list.module.css'
import { ListFailed } from '../../shared/ui/lists/list-failed.tsx'
import { useCurrentInView } from '../../shared/ui/lists/use-current-in-view.ts'
import dashPageStyles from '../../shared/ui/page/dash-page.module.css'
import { usePageTitle } from '../../shared/ui/page/page-title.ts'
import { PageWaiting } from '../../shared/ui/page/page-waiting.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { type DeskPage, pathOf } from './desk-pages.ts'
import { useDeskKeys } from './use-desk-keys.ts'
import { deskWords } from './words/desk-words.ts'

const REREAD_MS = 15_000

interface DeskFrameProps {
  pages: readonly DeskPage[]
  /** What follows `/operator/` in the address. */
  path: string
  /** For everybody but operators. */
  unknown: ReactNode
}

/**
 * The frame of the operator's desk. The server says with each reading whether the account still operates it; for
 * everybody else this is the page of an unknown path.
 */
export function DeskFrame({ pages, path, unknown }: DeskFrameProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['desk', 'now'],
    queryFn: ({ signal }) => call('readDesk', { signal }),
    refetchInterval: REREAD_MS,
  })
  const words = useWords(deskWords)
  const code = error instanceof Problem ? error.code : null
  const page = pages.find((one) => one.path === path)
  if (code === 'not-found' || code === 'unauthenticated' || code === 'signed-out') return unknown
  if (code === 'second-factor-required') return <FactorNote />
  if (data === undefined && error) {
    return <ListFailed error={error} again={words.again} onAgain={() => void refetch()} />
  }
  if (data === undefined) return <PageWaiting />
  if (page === undefined) return unknown
  return <OpenFrame pages={pages} page={page} desk={data} />
}

function OpenFrame({ pages, page, desk }: { pages: readonly DeskPage[]; page: DeskPage; desk: Desk }) {
  const words = useWords(deskWords)
  usePageTitle(`${words.pages[page.name]} · ${words.title}`)
  useDeskKeys(pages)
  const strip = useCurrentInView<HTMLElement>(page)
  return (
    <>
      <h1 className={dashPageStyles.dashTitle}>{words.title}</h1>
      <div className={layoutStyles.below}>
        <nav ref={strip} className={listStyles.listViews} aria-label={words.nav}>
          {pages.map((one, position) => (
            <Link
              key={one.name}
              to={pathOf(one) as '/'}
              className={listStyles.listView}
              activeOptions={{ exact: true }}
              aria-keyshortcuts={String((position + 1) % 10)}
              {...(one === page && { 'aria-current': 'page' })}
            >
              {words.pages[one.name]}
            </Link>
          ))}
        </nav>
      </div>
      {page.show(desk)}
      <p className={`${textStyles.soft} ${layoutStyles.above} ${layoutStyles.small}`}>{words.keys}</p>
    </>
  )
}

function FactorNote() {
  const words = useWords(deskWords)
  usePageTitle(words.factorTitle)
  return (
    <section className={`${partsStyles.paper} ${layoutStyles.stackClose} ${layoutStyles.starts}`}>
      <h1 className={layoutStyles.title}>{words.factorTitle}</h1>
      <p className={textStyles.soft}>{words.factorText}</p>
      <Link to={'/dash/account/security' as '/'} className={textStyles.quietButton}>
        {words.factorLink}
      </Link>
    </section>
  )
}
