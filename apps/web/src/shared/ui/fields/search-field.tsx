import { useEffect, useState } from 'react'
import { Icon } from '../marks/icons.tsx'
import fieldStyles from './field.module.css'
import styles from './search-field.module.css'

const TYPING_MS = 250

interface SearchFieldProps {
  label: string
  /** A search is running. */
  q: string
  onSearch: (q: string) => void
}

/** Searches as the user pauses; a late answer never changes the typed text. */
export function SearchField({ label, q, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(q)
  const [asked, setAsked] = useState(q)
  // Another search came from elsewhere, such as going back.
  if (asked !== q) {
    setAsked(q)
    if (typed.trim() !== q) setTyped(q)
  }
  useEffect(() => {
    if (typed.trim() === q) return
    const timer = setTimeout(() => onSearch(typed.trim()), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed, q, onSearch])
  return (
    <search className={styles.searchField}>
      <Icon name="search" />
      <input
        type="search"
        className={fieldStyles.textField}
        aria-label={label}
        placeholder={label}
        value={typed}
        maxLength={200}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </search>
  )
}
