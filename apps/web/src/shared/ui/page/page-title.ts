import { useEffect } from 'react'

/** The tab's title: the page's own while it is open, else the site's. */
let site = ''
let own: string | null = null
let before = ''

const show = () => {
  document.title = before + (own === null ? site : `${own} · Waybill`)
}

export function useSiteTitle(title: string): void {
  useEffect(() => {
    site = title
    show()
  }, [title])
}

export function usePageTitle(title: string): void {
  useEffect(() => {
    own = title
    show()
    return () => {
      own = null
      show()
    }
  }, [title])
}

/** Puts something before every page's title while the component is mounted. */
export function useBeforeTitle(text: string): void {
  useEffect(() => {
    before = text
    show()
    return () => {
      before = ''
      show()
    }
  }, [text])
}
