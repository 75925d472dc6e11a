import { useEffect } from 'react'

/** The tab's whole title while this stands; afterwards the one before it. */
export function useTabTitle(title: string): void {
  useEffect(() => {
    const before = document.title
    return () => {
      document.title = before
    }
  }, [])
  useEffect(() => {
    document.title = title
  }, [title])
}
