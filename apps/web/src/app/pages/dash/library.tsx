import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { FileLibrary } from '../../library/file-library.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { useWords } from '../../words/language.tsx'
import { libraryWords } from '../../words/library.ts'
import './dash-page.css'

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
      <h1 className="dash-title">{words.title}</h1>
      <FileLibrary kind={kind} q={search.q ?? ''} onSearch={find} />
    </>
  )
}
