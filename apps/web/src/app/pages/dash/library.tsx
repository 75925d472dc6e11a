import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { FileLibrary } from '../../../features/library/file-library.tsx'
import { libraryWords } from '../../../features/library/words/library-words.ts'
import dashPageStyles from '../../../shared/ui/page/dash-page.module.css'
import { usePageTitle } from '../../../shared/ui/page/page-title.ts'
import { useWords } from '../../../shared/words/language.tsx'

export function LibraryPage() {
  const words = useWords(libraryWords)
  usePageTitle(words.title)
  const search = useSearch({ strict: false }) as { kind?: string; q?: string }
  const kind = search.kind === 'sent' || search.kind === 'received' ? search.kind : 'all'
  const navigate = useNavigate()
  const find = useCallback(
    (q: string) =>
      void navigate({
        to: '/dash/library',
        search: { ...(kind === 'all' ? {} : { kind }), ...(q ? { q } : {}) },
        replace: true,
      }),
    [navigate, kind],
  )
  return (
    <>
      <h1 className={dashPageStyles.dashTitle}>{words.title}</h1>
      <FileLibrary kind={kind} q={search.q ?? ''} onSearch={find} />
    </>
  )
}
