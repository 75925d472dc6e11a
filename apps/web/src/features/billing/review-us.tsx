import { reviewUrl } from '../../shared/document/review-url.ts'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { billingWords } from './words/billing-words.ts'

/** Asks an account for a review, where the operator has named a page for it. */
export function ReviewUs() {
  const { review } = useWords(billingWords)
  const url = reviewUrl()
  if (url === null) return null
  return (
    <section
      className={`${layoutStyles.callout} ${layoutStyles.stackTight} ${layoutStyles.wholeLine}`}
      aria-label={review.title}
    >
      <strong>{review.title}</strong>
      <p className={textStyles.soft}>{review.text}</p>
      <p>
        <a href={url} target="_blank" rel="noreferrer">
          {review.link}
        </a>
      </p>
    </section>
  )
}
