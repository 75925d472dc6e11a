import { useEffect } from 'react'

/**
 * Puts something before the tab's title while the component is mounted, whatever sets the title meanwhile: another page
 * of the app, or a page of the server in another language.
 */
export function useBeforeTitle(text: string): void {
  useEffect(() => {
    const put = () => {
      if (!document.title.startsWith(text)) document.title = text + document.title
    }
    put()
    const watching = new MutationObserver(put)
    const title = document.querySelector('title')
    if (title) watching.observe(title, { childList: true })
    return () => {
      watching.disconnect()
      if (document.title.startsWith(text)) document.title = document.title.slice(text.length)
    }
  }, [text])
}
