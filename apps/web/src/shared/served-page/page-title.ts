import type { PageBranding } from '@waybill/contract/branding/page-branding'

/** A tab's title: the heading, and whose page it is. */
export function pageTitle(heading: string, { mark, company }: PageBranding): string {
  const whose = company?.name || (mark === 'none' ? '' : 'Waybill')
  return whose === '' ? heading : `${heading} · ${whose}`
}
