import type { ExtensionPage } from '@waybill/contract/downloads/page-props'
import downloadStyles from '../../../shared/served-page/download.module.css'
import lockedStyles from '../../../shared/served-page/locked.module.css'
import { useHasScripts } from '../../../shared/served-page/use-live.ts'
import { formatDay, formatTime } from '../../../shared/time/moment.ts'
import { Slip } from '../../../shared/ui/marks/slip.tsx'
import { Stamp } from '../../../shared/ui/marks/stamp.tsx'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { downloadWords } from '../words/download-words.ts'
import { PlainForm } from './access-request-form.tsx'
import { extensionHeading } from './extension-heading.ts'

type AskedPage = Extract<ExtensionPage, { state: 'offered' | 'given' }>

export interface ExtensionSlipProps {
  page: ExtensionPage
}

/** A request that a sender gets by mail, and the button that grants it. */
export function ExtensionSlip({ page }: ExtensionSlipProps) {
  const words = useWords(downloadWords)
  const slug = page.state === 'over' ? undefined : page.slug
  return (
    <Slip label={words.transfer} number={slug} {...(slug === undefined ? {} : { name: words.slipName(slug) })}>
      <div className={downloadStyles.closed}>
        {page.state === 'over' && (
          <>
            <h1>{words.extensionOver}</h1>
            <p className={textStyles.soft}>{words.extensionNothing}</p>
          </>
        )}
        {page.state === 'offered' && <Offered page={page} />}
        {page.state === 'given' && <Given page={page} />}
        <p>
          <a href="/login" rel="noreferrer">
            {words.myAccount}
          </a>
        </p>
      </div>
    </Slip>
  )
}

function Offered({ page: { token, accessRequestKind, receiverEmail, problem } }: { page: AskedPage }) {
  const words = useWords(downloadWords)
  return (
    <>
      <Stamp ink="waiting">{words.extensionStamp}</Stamp>
      <h1>{words.extensionTitle[accessRequestKind](receiverEmail)}</h1>
      <p className={textStyles.soft}>{words.extensionText[accessRequestKind]}</p>
      <PlainForm action="/checkExtension" press={words.extensionPress[accessRequestKind]} problem={problem}>
        <input type="hidden" name="token" value={token} />
      </PlainForm>
    </>
  )
}

function Given({ page }: { page: AskedPage }) {
  const words = useWords(downloadWords)
  const { receiverEmail } = page
  const isTime = page.accessRequestKind === 'time'
  return (
    <>
      <Stamp ink="delivered">{isTime ? words.extendedStamp : words.addedStamp}</Stamp>
      <h1>{extensionHeading(page, words)}</h1>
      <dl className={lockedStyles.extensionDate}>
        <dt className={textStyles.soft}>{isTime ? words.newExpiry : words.expiryDate}</dt>
        <dd>
          <Until expiryDate={page.expiryDate} />
        </dd>
      </dl>
      <p>{isTime ? words.extendedNote(receiverEmail) : words.addedNote(receiverEmail)}</p>
    </>
  )
}

/** In the reader's zone once it is known, in UTC before. */
function Until({ expiryDate }: { expiryDate: number | null }) {
  const { language } = useLanguage()
  const words = useWords(downloadWords)
  const isLive = useHasScripts()
  if (expiryDate === null) return words.neverExpires
  const instant = new Date(expiryDate).toISOString()
  const zone = isLive ? 'local' : 'utc'
  const write = isLive ? words.atYours : words.atUtc
  return <time dateTime={instant}>{write(formatDay(instant, zone, language), formatTime(instant, zone))}</time>
}
