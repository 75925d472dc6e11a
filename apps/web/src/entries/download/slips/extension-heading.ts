import type { ExtensionPage } from '@waybill/contract/downloads/page-props'
import type { DownloadWords } from '../words/en.ts'

/** The heading of the page behind a sender's mail, and its title: the slip loads late, the title does not. */
export function extensionHeading(page: ExtensionPage, words: DownloadWords): string {
  if (page.state === 'over') return words.extensionOver
  const { accessRequestKind, receiverEmail } = page
  if (page.state === 'offered') return words.extensionTitle[accessRequestKind](receiverEmail)
  if (accessRequestKind === 'access') return words.added(receiverEmail)
  return page.hasTwoDays ? words.extended : words.extendedLonger
}
