import { supportEmail } from '../../../shared/document/support-email.ts'
import accountPartStyles from '../../../shared/settings/account-part.module.css'
import { AccountPart } from '../../../shared/settings/account-part.tsx'
import { formatDay } from '../../../shared/time/moment.ts'
import { ListFailed } from '../../../shared/ui/lists/list-failed.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { useInvoices } from '../buying/use-billing.ts'
import { formatMoney } from '../format-money.ts'
import { buyingWords } from '../words/buying-words.ts'

/** Invoices and receipts, the newest first. */
export function InvoicesPart() {
  const words = useWords(buyingWords)
  const { data, error, refetch } = useInvoices()
  return (
    <AccountPart title={words.invoices.title}>
      {data && data.invoices.length === 0 && <p className={textStyles.soft}>{words.invoices.none}</p>}
      {data && data.invoices.length > 0 && (
        <>
          <Rows invoices={data.invoices} />
          <p className={textStyles.soft}>{words.invoices.refund(supportEmail())}</p>
        </>
      )}
      {!data && error && <ListFailed error={error} again={words.retry} onAgain={() => void refetch()} />}
      {!data && !error && <div className={partsStyles.waiting} role="status" aria-label={words.loading} />}
    </AccountPart>
  )
}

function Rows({ invoices }: NonNullable<ReturnType<typeof useInvoices>['data']>) {
  const { invoices: words } = useWords(buyingWords)
  const { language } = useLanguage()
  return (
    <ul>
      {invoices.map(({ id, number, at, amount, status, pdfUrl }) => (
        <li key={id} className={`${layoutStyles.row} ${layoutStyles.ruled} ${accountPartStyles.accountRow}`}>
          <span>
            {formatDay(at, 'local', language)} <span className={`${textStyles.soft} ${textStyles.mono}`}>{number}</span>
          </span>
          <span className={layoutStyles.row}>
            <span className={textStyles.soft}>{words.statuses[status]}</span>
            <span className={textStyles.mono}>{formatMoney(amount, language)}</span>
            {pdfUrl && (
              <a href={pdfUrl} className={textStyles.quietButton} aria-label={words.pdfOf(number)} download>
                {words.pdf}
              </a>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
