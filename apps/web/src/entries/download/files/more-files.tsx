import { type MouseEvent, useEffect, useRef } from 'react'
import contentsStyles from '../../../shared/served-page/contents.module.css'
import { filesWords } from '../../../shared/ui/files/words/files-words.ts'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import type { Parts } from './use-parts.ts'

/** The next part loads by itself when its place comes into view; as a link it works without scripts too. */
export function MoreFiles({ parts: { shown, isLoading, hasFailed, loadMore } }: { parts: Parts }) {
  const { language } = useLanguage()
  const words = useWords(filesWords)
  const place = useRef<HTMLParagraphElement>(null)
  const { from, next, count } = shown
  useEffect(() => {
    const end = place.current
    if (next === null || isLoading || hasFailed || end === null) return
    const watch = new IntersectionObserver((seen) => seen.at(-1)?.isIntersecting && loadMore(), { rootMargin: '400px' })
    watch.observe(end)
    return () => watch.disconnect()
  }, [next, isLoading, hasFailed, loadMore])

  const press = (event: MouseEvent) => {
    event.preventDefault()
    loadMore()
  }
  return (
    <p ref={place} className={contentsStyles.moreFiles} aria-busy={isLoading}>
      {from > 0 && <a href={`?lang=${language}`}>1–{from}</a>}
      {next !== null && (
        <a href={`?from=${next}&lang=${language}`} onClick={press}>
          {words.left(count - next)}
        </a>
      )}
    </p>
  )
}
