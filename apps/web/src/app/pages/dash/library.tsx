import { useNavigate, useSearch } from '@tanstack/react-router'
import { EVERYONE } from '@waybill/contract/transfers/views'
import { useCallback } from 'react'
import { FileLibrary, kinds } from '../../../features/library/file-library.tsx'
import { libraryWords } from '../../../features/library/words/library-words.ts'
import { ME, MemberFilter, useSeesTeam } from '../../../features/transfers/list/member-filter.tsx'
import { HelpLinks } from '../../../shared/help/help-links.tsx'
import dashPageStyles from '../../../shared/ui/page/dash-page.module.css'
import { usePageTitle } from '../../../shared/ui/page/page-title.ts'
import { useWords } from '../../../shared/words/language.tsx'

export function LibraryPage() {
  const words = useWords(libraryWords)
  usePageTitle(words.title)
  const search = useSearch({ strict: false }) as { kind?: string; q?: string; member?: string }
  const kind = kinds.find((one) => one === search.kind) ?? 'all'
  const navigate = useNavigate()
  const seesTeam = useSeesTeam() && kind !== 'shared'
  const member = typeof search.member === 'string' && /^[\w-]{1,64}$/.test(search.member) ? search.member : undefined
  const find = useCallback(
    (q: string, whose = member, replace = true) =>
      void navigate({
        to: '/dash/library',
        search: {
          ...(kind === 'all' ? {} : { kind }),
          ...(q ? { q } : {}),
          ...(whose && whose !== EVERYONE ? { member: whose } : {}),
        },
        replace,
      }),
    [navigate, kind, member],
  )
  return (
    <>
      <h1 className={dashPageStyles.dashTitle}>{words.title}</h1>
      <FileLibrary
        kind={kind}
        q={search.q ?? ''}
        member={member}
        whose={!seesTeam || member === ME ? null : (member ?? EVERYONE)}
        memberFilter={
          seesTeam && (
            <MemberFilter
              member={member}
              label={words.memberLabel}
              onChoose={(one) => find(search.q ?? '', one, false)}
            />
          )
        }
        onSearch={find}
      />
      <HelpLinks articles={['library']} />
    </>
  )
}
