/** The page on which an account may review the service; null where the operator has set none. */
export function reviewUrl(): string | null {
  const url = document.querySelector<HTMLMetaElement>('meta[name="review-url"]')?.content ?? ''
  return /^https:\/\//.test(url) ? url : null
}
