import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { ContactBook } from '../../../features/contacts/contact-book.tsx'
import { contactsWords } from '../../../features/contacts/words/contacts-words.ts'
import dashPageStyles from '../../../shared/ui/page/dash-page.module.css'
import { usePageTitle } from '../../../shared/ui/page/page-title.ts'
import { useWords } from '../../../shared/words/language.tsx'

export function ContactsPage() {
  const words = useWords(contactsWords)
  usePageTitle(words.title)
  const { q = '' } = useSearch({ strict: false }) as { q?: string }
  const navigate = useNavigate()
  const search = useCallback(
    (next: string) => void navigate({ to: '/dash/contacts', search: next ? { q: next } : {}, replace: true }),
    [navigate],
  )
  return (
    <>
      <h1 className={dashPageStyles.dashTitle}>{words.title}</h1>
      <ContactBook q={q} onSearch={search} />
    </>
  )
}
