import type { listInvoices } from '@waybill/contract/billing/payment-endpoints'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import { useState } from 'react'
import { callForFile } from '../../../shared/api/client.ts'
import { mutate } from '../../../shared/api/mutate.ts'
import { supportEmail } from '../../../shared/document/support-email.ts'
import accountPartStyles from '../../../shared/settings/account-part.module.css'
import { AccountPart } from '../../../shared/settings/account-part.tsx'
import { formatDay } from '../../../shared/time/moment.ts'
import { saveBlob } from '../../../shared/ui/files/save-blob.ts'
import { ListFailed } from '../../../shared/ui/lists/list-failed.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { useInvoices } from '../buying/use-billing.ts'
import { formatMoney } from '../format-money.ts'
import { billingWords } from '../words/billing-words.ts'
import { buyingWords } from '../words/buying-words.ts'

/** Invoices and receipts, the newest first. */
export function InvoicesPart() {
  const words = useWords(buyingWords)
  const { data, error, refetch } = useInvoices()
  return (
    <AccountPart id="invoices" title={words.invoices.title}>
      {data && data.invoices.length === 0 && <p className={textStyles.soft}>{words.invoices.none}</p>}
      {data && data.invoices.length > 0 && (
        <>
          <Rows invoices={data.invoices} />
          {data.isCut && <p className={textStyles.soft}>{words.invoices.cut(data.invoices.length, supportEmail())}</p>}
          <p className={textStyles.soft}>{words.invoices.refund(supportEmail())}</p>
        </>
      )}
      {!data && error && <ListFailed error={error} again={words.retry} onAgain={() => void refetch()} />}
      {!data && !error && <div className={partsStyles.waiting} role="status" aria-label={words.loading} />}
    </AccountPart>
  )
}

type Invoice = ReplyOf<typeof listInvoices>['invoices'][number]

function Rows({ invoices }: { invoices: Invoice[] }) {
  const words = useWords(buyingWords)
  const { planNames } = useWords(billingWords)
  const { language } = useLanguage()
  const isAnyTaxed = invoices.some(({ tax }) => tax !== null)
  return (
    <ul>
      {invoices.map((invoice) => {
        const { id, number, at, amount, tax, status, offer } = invoice
        const plan = offer && words.planIn[offer.period](planNames[offer.role])
        return (
          <li key={id} className={`${layoutStyles.row} ${layoutStyles.ruled} ${accountPartStyles.accountRow}`}>
            <span className={`${layoutStyles.stackTight} ${layoutStyles.gapLines}`}>
              <span>{plan ?? words.invoices.other}</span>
              <span className={textStyles.soft}>
                {formatDay(at, 'local', language)} <span className={textStyles.mono}>{number}</span>
              </span>
            </span>
            <span className={layoutStyles.row}>
              <span className={textStyles.soft}>{words.invoices.statuses[status]}</span>
              <span className={`${layoutStyles.stackTight} ${layoutStyles.gapLines}`}>
                <span className={textStyles.mono}>{formatMoney(amount, language)}</span>
                {isAnyTaxed && tax && (
                  <span className={textStyles.soft}>{words.invoices.tax(formatMoney(tax, language))}</span>
                )}
              </span>
              <Pdf invoice={invoice} />
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** The provider's own, or the one that this server prints. */
function Pdf({ invoice: { id, number, pdfUrl, isPrinted } }: { invoice: Invoice }) {
  const { invoices: words } = useWords(buyingWords)
  const [isMaking, setMaking] = useState(false)
  if (pdfUrl) {
    return (
      <a href={pdfUrl} className={textStyles.quietButton} aria-label={words.pdfOf(number)} download>
        {words.pdf}
      </a>
    )
  }
  if (!isPrinted) return null
  const take = async () => {
    setMaking(true)
    const file = await mutate(() => callForFile('printInvoice', { params: { invoice: id } }))
    if (file !== null) saveBlob(file, `waybill-invoice-${number}.pdf`)
    setMaking(false)
  }
  return (
    <button
      type="button"
      className={textStyles.quietButton}
      aria-label={words.pdfOf(number)}
      aria-busy={isMaking}
      aria-disabled={isMaking}
      onClick={() => !isMaking && void take()}
    >
      {words.pdf}
    </button>
  )
}
