import { Link } from '@tanstack/react-router'
import type { RequestSupplier } from '@waybill/contract/requests/shapes'
import { Address } from '../../../../shared/ui/marks/address.tsx'
import { Icon } from '../../../../shared/ui/marks/icons.tsx'
import layoutStyles from '../../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../../shared/words/language.tsx'
import { useRequestWords } from '../../request-words.ts'
import { requestsWords } from '../../words/requests-words.ts'
import { requestRecordWords } from '../words/request-record-words.ts'
import recordSuppliersStyles from './record-suppliers.module.css'
import { alsoOf, whoOf } from './who-of.ts'

interface SupplierNameProps {
  supplier: RequestSupplier
  onOpen: (supplier: string) => void
}

/** The supplier's name, as the link to all about them, and other facts at a glance. */
export function SupplierName({ supplier, onOpen }: SupplierNameProps) {
  const words = useRequestWords(requestRecordWords)
  const { newComments } = useWords(requestsWords)
  const [also] = alsoOf(supplier)
  const unread = supplier.items.reduce((sum, item) => sum + item.unread, 0)
  return (
    <>
      <Link
        to="."
        search={((before: object) => ({ ...before, supplier: supplier._id })) as never}
        resetScroll={false}
        className={`${partsStyles.titleLink} supplier-name`}
        onClick={(event) => {
          // Opening another tab is the browser's own business.
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          onOpen(supplier._id)
        }}
      >
        <Address of={whoOf(supplier) ?? words.someone} />
      </Link>
      {also && (
        <span className={`${recordSuppliersStyles.supplierAlso} ${textStyles.soft}`}>
          <Address of={also} />
        </span>
      )}
      {unread > 0 && (
        <span className={`${layoutStyles.bad} ${recordSuppliersStyles.supplierRefused}`}>{newComments(unread)}</span>
      )}
      {supplier.mail === 'refused' && (
        <span className={`${layoutStyles.bad} ${recordSuppliersStyles.supplierRefused}`}>
          <Icon name="warning" size={14} /> {words.mails.refused}
        </span>
      )}
    </>
  )
}
