import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ContactBookName, contactBooks } from '@waybill/contract/contacts/books'
import { useCallback } from 'react'
import { ContactBook } from '../../../features/contacts/contact-book.tsx'
import { contactsWords } from '../../../features/contacts/words/contacts-words.ts'
import { HelpLinks } from '../../../shared/help/help-links.tsx'
import dashPageStyles from '../../../shared/ui/page/dash-page.module.css'
import { usePageTitle } from '../../../shared/ui/page/page-title.ts'
import { useWords } from '../../../shared/words/language.tsx'

export function ContactsPage() {
  const words = useWords(contactsWords)
  usePageTitle(words.title)
  const { q = '', book } = useSearch({ strict: false }) as { q?: string; book?: string }
  const navigate = useNavigate()
  const show = useCallback(
    (shown: { q: string; book: ContactBookName | undefined }) =>
      void navigate({
        to: '/dash/contacts',
        search: { ...(shown.q ? { q: shown.q } : {}), ...(shown.book ? { book: shown.book } : {}) },
        replace: true,
      }),
    [navigate],
  )
  return (
    <>
      <h1 className={dashPageStyles.dashTitle}>{words.title}</h1>
      <ContactBook q={q} book={contactBooks.find((known) => known === book)} onChange={show} />
      <HelpLinks articles={['contacts']} />
    </>
  )
}
