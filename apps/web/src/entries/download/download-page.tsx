import { useCallback, useState } from 'react'
import '../../shared/ui/styles/fonts.css'
import '../../shared/ui/styles/tokens.css'
import '../../shared/ui/styles/base.css'
import type { Language } from '@waybill/contract/core/fields'
import type { ActivePage, DownloadPageProps } from '@waybill/contract/downloads/page-props'
import { PageFrame } from '../../shared/served-page/page-frame.tsx'
import { pageTitle } from '../../shared/served-page/page-title.ts'
import { LanguageProvider, useLanguage } from '../../shared/words/language.tsx'
import type { LateParts } from './late-parts.ts'
import { senderNameOf } from './sender-line.tsx'
import { AccessSlip } from './slips/access-slip.tsx'
import { ArrivedSlip, type ClosingCode } from './slips/arrived-slip.tsx'
import { ExpiredSlip, PausedSlip, TroubleSlip, UnknownSlip } from './slips/closed-slip.tsx'
import { extensionHeading } from './slips/extension-heading.ts'
import { LockedSlip } from './slips/locked-slip.tsx'
import { ProofSlip } from './slips/proof-slip.tsx'
import { downloadWords } from './words/download-words.ts'

type Page = DownloadPageProps['page']

/** The recipient's page: the same on the server and in the browser. */
export function DownloadPage({
  language,
  supportEmail,
  branding,
  page,
  late,
}: DownloadPageProps & { late: LateParts }) {
  return (
    <LanguageProvider initial={language}>
      <CurrentPage first={page} supportEmail={supportEmail} branding={branding} late={late} />
    </LanguageProvider>
  )
}

interface CurrentPageProps extends Pick<DownloadPageProps, 'supportEmail' | 'branding'> {
  first: Page
  late: LateParts
}

/** The page from the server, until a click finds the link closed. */
function CurrentPage({ first, supportEmail, branding, late: { ExtensionSlip, useArrival } }: CurrentPageProps) {
  const { language } = useLanguage()
  const [page, setPage] = useState(first)
  const close = useCallback((code: ClosingCode) => {
    // The server knows what the link requires.
    if (code === 'link-locked') return location.reload()
    setPage((open) => (open.kind === 'active' ? closedFrom(open, code) : open))
  }, [])
  return (
    <PageFrame title={titleOf({ page, branding }, language)} supportEmail={supportEmail} branding={branding}>
      {page.kind === 'active' && <ArrivedSlip page={page} onClosed={close} useArrival={useArrival} />}
      {page.kind === 'locked' && <LockedSlip page={page} />}
      {page.kind === 'paused' && <PausedSlip isSudden={page !== first} />}
      {page.kind === 'expired' && <ExpiredSlip page={page} isSudden={page !== first} />}
      {page.kind === 'unknown' && <UnknownSlip page={page} isSudden={page !== first} />}
      {page.kind === 'access' && <AccessSlip page={page} />}
      {page.kind === 'extension' && ExtensionSlip && <ExtensionSlip page={page} />}
      {page.kind === 'proof' && <ProofSlip page={page} />}
      {page.kind === 'trouble' && <TroubleSlip page={page} />}
    </PageFrame>
  )
}

function closedFrom({ transfer, user }: ActivePage, code: ClosingCode): Page {
  if (code === 'transfer-not-found') return { kind: 'unknown', mail: null, problem: null }
  if (code === 'transfer-paused') return { kind: 'paused' }
  const { slug, sender, expiresAt, recipient } = transfer
  return { kind: 'expired', slug, user, sender, expiresAt, step: recipient === null ? 'email' : 'press', problem: null }
}

/** Names the sender, never a file: other people can see titles in histories and tabs. */
export function titleOf({ page, branding }: Pick<DownloadPageProps, 'page' | 'branding'>, language: Language): string {
  return pageTitle(headingOf(page, language), branding)
}

export function headingOf(page: Page, language: Language): string {
  const words = downloadWords[language]
  switch (page.kind) {
    case 'active':
      return words.headline(senderNameOf(page.transfer.sender), page.part.count)
    case 'expired':
      return words.expiredTitle(senderNameOf(page.sender))
    case 'locked':
      return words.lockedTitle[page.challenge]
    case 'access':
      return page.step === 'requested' ? words.requestedTitle : words.accessTitle
    case 'extension':
      return extensionHeading(page, words)
    case 'paused':
      return words.pausedTitle
    case 'unknown':
      return words.unknownTitle
    case 'proof':
      return words.proofTitle
    case 'trouble':
      return words.troubleTitle
  }
}
