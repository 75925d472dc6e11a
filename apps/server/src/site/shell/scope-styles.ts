/** Between selectors, not between those in brackets. */
const TOP_COMMA = /,(?![^(]*\))/

/**
 * The same rules for what is inside elements of a class alone, so that they change nothing else on a page of the app.
 * Pure.
 *
 * @param css without nesting, comments and rules other than @media and @supports around rules
 */
export function scopeStyles(css: string, within: string): string {
  return css.replace(/([^{}]+)\{/g, (_rule, text: string) => {
    const selector = text.trim()
    if (selector.startsWith('@')) return `${selector} {`
    return `${selector
      .split(TOP_COMMA)
      .map((one) => `${within} ${one.trim()}`)
      .join(', ')} {`
  })
}
