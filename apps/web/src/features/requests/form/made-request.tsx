import { Link } from '@tanstack/react-router'
import type { RequestRecord } from '@waybill/contract/requests/shapes'
import { failureSentence } from '../../../shared/api/problem-words.ts'
import { QrCode } from '../../../shared/ui/dialogs/qr-code.tsx'
import { Button } from '../../../shared/ui/fields/button.ts'
import { CopyButton } from '../../../shared/ui/fields/copy-button.tsx'
import { useFocusOnce } from '../../../shared/ui/fields/use-focus-once.ts'
import listStyles from '../../../shared/ui/lists/list.module.css'
import { Slip } from '../../../shared/ui/marks/slip.tsx'
import { Stamp } from '../../../shared/ui/marks/stamp.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { dueSentence } from '../due-sentence.ts'
import { openLink, recordPath } from '../request-acts.ts'
import { requestWordsOf } from '../request-words.ts'
import { RequestKey } from '../sealed/request-key.tsx'
import { useRequest } from '../use-requests.ts'
import { requestsWords } from '../words/requests-words.ts'
import requestMadeStyles from './request-made.module.css'
import { requestFormWords } from './words/request-form-words.ts'

/** A new request: who got a mail, the link to share, and the next steps. */
export function MadeRequest({ slug }: { slug: string }) {
  const words = useWords(requestsWords)
  const { language } = useLanguage()
  const { record, error, isUnknown } = useRequest(slug)
  if (record) return <Made record={record} />
  if (isUnknown) return <p className={`${listStyles.listInstead} ${textStyles.soft}`}>{words.unknownText(slug)}</p>
  if (error) return <p className={`${listStyles.listInstead} ${textStyles.soft}`}>{failureSentence(language, error)}</p>
  return <div className={partsStyles.waiting} role="status" aria-label={words.loading} />
}

function Made({ record }: { record: RequestRecord }) {
  const list = useWords(requestsWords)
  const { language } = useLanguage()
  const words = requestWordsOf(requestFormWords, language, record.supplierNoun)
  const heading = useFocusOnce<HTMLHeadingElement>()
  const url = openLink(record.link)
  return (
    <div className={requestMadeStyles.requestMade}>
      <Slip label={words.madeName} number={record.slug} name={words.madeName}>
        <div className={layoutStyles.ends}>
          <h1 ref={heading} tabIndex={-1}>
            {record.title}
          </h1>
          <Stamp isFresh>{words.madeStamp}</Stamp>
        </div>
        <p>{words.madeText(record.counts.suppliers, record.isOpenLink)}</p>
        <p className={textStyles.soft}>{dueSentence(record, language, Date.now())}</p>
        {record.isOpenLink && (
          <div
            className={`${layoutStyles.stackClose} ${partsStyles.linkBox} ${`${partsStyles.linkBox} ${requestMadeStyles.requestMadeLink}`}`}
          >
            <CopyButton text={url.href} label={list.copyLink} done={list.linkCopied}>
              {`${url.host}${url.pathname}`}
            </CopyButton>
            <QrCode text={url.href} label={list.qrLabel(url.href)} />
          </div>
        )}
        {record.sealing && <RequestKey sealing={record.sealing} />}
        <div className={`${layoutStyles.wrap} ${partsStyles.answers}`}>
          <Button renderRoot={(props) => <Link to={recordPath(record.slug)} {...props} />}>{words.seeAnswers}</Button>
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/dash/requests" search={{ new: '' }} {...props} />}
          >
            {words.askMore}
          </Button>
        </div>
      </Slip>
    </div>
  )
}
