import type { RequestRecord, RequestSupplier } from '@waybill/contract/requests/shapes'
import { useState } from 'react'
import { Drawer, SidePanel } from '../../../../shared/ui/dialogs/side-panel.tsx'
import listStyles from '../../../../shared/ui/lists/list.module.css'
import { ListFailed } from '../../../../shared/ui/lists/list-failed.tsx'
import { Address } from '../../../../shared/ui/marks/address.tsx'
import layoutStyles from '../../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../../shared/ui/styles/text.module.css'
import { RequestIcon } from '../../request-icon.tsx'
import { useRequestWords } from '../../request-words.ts'
import type { RecordParams } from '../record-params.ts'
import { useRecordInbox } from '../submissions/use-record-inbox.ts'
import { supplierStandingOf } from '../suppliers/mark-of.ts'
import { StandingMark } from '../suppliers/record-mark.tsx'
import { alsoOf, whoOf } from '../suppliers/who-of.ts'
import { useRecordSupplier, useRecordSuppliers } from '../use-request-record.ts'
import { requestRecordWords } from '../words/request-record-words.ts'
import styles from './record-supplier.module.css'
import { SupplierActs } from './record-supplier-acts.tsx'
import { SupplierFacts } from './record-supplier-facts.tsx'
import { SupplierItems } from './record-supplier-items.tsx'
import { SupplierSubmissions } from './record-supplier-submissions.tsx'

interface RecordSupplierProps {
  record: RequestRecord
  params: RecordParams
  mayChange: boolean
  /** Opens another supplier in place of this one. */
  onTurn: (supplier: string) => void
  onClose: () => void
}

/** All about one supplier, beside the table: opened by its address, closed by going back. */
export function RecordSupplier({ params, onClose, ...props }: RecordSupplierProps) {
  const words = useRequestWords(requestRecordWords)
  const { supplier: id } = params
  // The last supplier stays while the panel closes.
  const [last, setLast] = useState(id)
  if (id !== undefined && id !== last) setLast(id)
  return (
    <SidePanel hasAddress opened={id !== undefined} onClose={onClose} position="right" size={600}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={words.supplier}>
        <Drawer.Body className={`${layoutStyles.stackWide} ${styles.supplier}`}>
          {last !== undefined && <Panel key={last} id={last} params={params} onClose={onClose} {...props} />}
        </Drawer.Body>
      </Drawer.Content>
    </SidePanel>
  )
}

interface PanelProps extends RecordSupplierProps {
  id: string
  /** A dialog is over the panel: keys belong to the dialog. */
}

function Panel({ id, record, params, mayChange, onTurn, onClose }: PanelProps) {
  const { rows } = useRecordSuppliers(record.slug, params)
  const reading = useRecordSupplier(record.slug, id)
  const supplier = reading.supplier === undefined ? rows.find(({ _id }) => _id === id) : reading.supplier
  return (
    <>
      <PanelHead ids={rows.map(({ _id }) => _id)} id={id} onTurn={onTurn} />
      {supplier ? (
        <Known record={record} supplier={supplier} params={params} mayChange={mayChange} onClose={onClose} />
      ) : (
        <Instead isGone={supplier === null} error={reading.error} onAgain={reading.retry} />
      )}
    </>
  )
}

/** From one listed supplier to the next, and the close button. */
function PanelHead({ ids, id, onTurn }: { ids: readonly string[]; id: string; onTurn: (supplier: string) => void }) {
  const words = useRequestWords(requestRecordWords)
  const at = ids.indexOf(id)
  const turns = [
    { key: 'previous', to: at > 0 ? ids[at - 1] : undefined, label: words.previous },
    { key: 'next', to: at >= 0 ? ids[at + 1] : undefined, label: words.next },
  ]
  return (
    <div className={styles.supplierHead}>
      {turns.map(({ key, to, label }) => (
        <button
          key={key}
          type="button"
          className={partsStyles.iconButton}
          data-turn={key}
          aria-label={label}
          title={label}
          disabled={to === undefined}
          onClick={() => to !== undefined && onTurn(to)}
        >
          <RequestIcon name="chevron" size={18} />
        </button>
      ))}
      <Drawer.CloseButton aria-label={words.closePanel} iconSize={20} />
    </div>
  )
}

interface KnownProps extends Pick<PanelProps, 'record' | 'params' | 'mayChange' | 'onClose'> {
  supplier: RequestSupplier
}

function Known({ record, supplier, params, mayChange, onClose }: KnownProps) {
  const words = useRequestWords(requestRecordWords)
  const inbox = useRecordInbox(record, supplier._id)
  return (
    <>
      <header className={`${layoutStyles.ends} ${styles.supplierWho}`}>
        <div>
          <h2 className={layoutStyles.title}>
            <Address of={whoOf(supplier) ?? words.someone} />
          </h2>
          <p className={`${textStyles.soft} ${layoutStyles.medium}`}>
            {[...alsoOf(supplier), words.kinds[supplier.kind]].map((word, nth) => (
              <span key={word}>
                {nth > 0 && ' · '}
                <Address of={word} />
              </span>
            ))}
          </p>
        </div>
        <StandingMark standing={supplierStandingOf(supplier)} />
      </header>
      <SupplierFacts supplier={supplier} />
      <SupplierActs record={record} supplier={supplier} mayChange={mayChange} onGone={onClose} />
      <SupplierItems
        record={record}
        supplier={supplier}
        submissions={inbox.submissions}
        mayChange={mayChange}
        comments={params.comments}
      />
      <SupplierSubmissions record={record} inbox={inbox} onForward={onClose} />
    </>
  )
}

function Instead({ isGone, error, onAgain }: { isGone: boolean; error: Error | null; onAgain: () => void }) {
  const words = useRequestWords(requestRecordWords)
  if (isGone) {
    return (
      <div className={listStyles.listInstead}>
        <h2>{words.goneTitle}</h2>
        <p className={textStyles.soft}>{words.goneText}</p>
      </div>
    )
  }
  if (error === null) return <div className={partsStyles.waiting} role="status" aria-label={words.loading} />
  return <ListFailed error={error} again={words.again} onAgain={onAgain} />
}
