import { useEffect } from 'react'

/** The tab's title: the page's own while it is open, else the site's. */
let site = ''
let own: string | null = null

const show = () => {
  document.title = own === null ? site : `${own} · Waybill`
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
