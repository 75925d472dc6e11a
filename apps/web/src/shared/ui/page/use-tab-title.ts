import { useEffect } from 'react'

/** Sets the tab's whole title while the component is mounted; then restores the one before it. */
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
