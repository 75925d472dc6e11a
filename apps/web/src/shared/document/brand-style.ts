import type { PageBranding } from '@waybill/contract/branding/page-branding'

/**
 * The style sheet of a company's page: its colours and its background. Colours are hexadecimal and paths are ours, both
 * checked here once more, because what a style sheet says is not escaped.
 */
export function brandStyle({ company }: PageBranding): string {
  if (company === null) return ''
  const { accent, background } = company
  const picture = background !== null && PATH.test(background) ? `--page-background:url("${background}")` : ''
  const light = [accent === null ? '' : colours(accent.light), picture].filter(Boolean).join(';')
  const dark = accent === null ? '' : colours(accent.dark)
  return [light && `:root{${light}}`, dark && `:root[data-mantine-color-scheme="dark"]{${dark}}`].join('')
}

const PATH = /^\/[\w/-]+$/
const COLOUR = /^#[0-9a-f]{6}$/

function colours(of: NonNullable<NonNullable<PageBranding['company']>['accent']>['light']): string {
  const { accent, deep, on } = of
  if (![accent, deep, on].every((colour) => COLOUR.test(colour))) return ''
  return `--accent:${accent};--accent-deep:${deep};--on-accent:${on}`
}
