import type { RequestRecord, RequestSupplier } from '@waybill/contract/requests/shapes'
import { useState } from 'react'
import { useNow } from '../../../../shared/time/ago-time.tsx'
import { ConfirmDialog } from '../../../../shared/ui/dialogs/confirm-dialog.tsx'
import { Button } from '../../../../shared/ui/fields/button.ts'
import { CopyButton } from '../../../../shared/ui/fields/copy-button.tsx'
import { Icon } from '../../../../shared/ui/marks/icons.tsx'
import layoutStyles from '../../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../../shared/ui/styles/text.module.css'
import { useRequestWords } from '../../request-words.ts'
import { FetchButton } from '../fetch-button.tsx'
import { remindSuppliers, removeSuppliers } from '../record-calls.ts'
import { isWaiting, wasJustReminded } from '../suppliers/may-remind.ts'
import { whoOf } from '../suppliers/who-of.ts'
import { requestRecordWords } from '../words/request-record-words.ts'
import recordSupplierStyles from './record-supplier.module.css'

interface SupplierActsProps {
  record: RequestRecord
  supplier: RequestSupplier
  mayChange: boolean
  onGone: () => void
}

/** Actions for one supplier as a whole. */
export function SupplierActs({ record, supplier, mayChange, onGone }: SupplierActsProps) {
  const words = useRequestWords(requestRecordWords)
  const [asked, setAsked] = useState<'remind' | 'remove' | null>(null)
  const isTooSoon = wasJustReminded(supplier, useNow())
  return (
    <div className={layoutStyles.stackClose}>
      {supplier.link && <OwnLink link={supplier.link} />}
      <div className={`${layoutStyles.wrap} ${recordSupplierStyles.supplierButtons}`}>
        {mayChange && record.state === 'open' && isWaiting(supplier) && (
          <Button
            variant="default"
            leftSection={<Icon name="mail" />}
            disabled={isTooSoon}
            title={isTooSoon ? words.justReminded : undefined}
            onClick={() => setAsked('remind')}
          >
            {words.remind}
          </Button>
        )}
        {supplier.lastAnswerAt !== null && <FetchButton record={record} suppliers={[supplier._id]} />}
        {record.mayChange && (
          <Button variant="default" leftSection={<Icon name="bin" />} onClick={() => setAsked('remove')}>
            {words.remove}
          </Button>
        )}
      </div>
      <Questions record={record} supplier={supplier} asked={asked} onEnd={() => setAsked(null)} onGone={onGone} />
    </div>
  )
}

function OwnLink({ link }: { link: string }) {
  const words = useRequestWords(requestRecordWords)
  const url = new URL(link, location.origin)
  return (
    <p
      className={`${layoutStyles.row} ${layoutStyles.medium} ${layoutStyles.gapLines} ${recordSupplierStyles.supplierLink}`}
    >
      <span className={textStyles.soft}>{words.ownLink}</span>
      <CopyButton text={url.href} label={words.copyOwnLink} done={words.linkCopied}>
        {`${url.host}${url.pathname.slice(0, 14)}…`}
      </CopyButton>
    </p>
  )
}

interface QuestionsProps extends Pick<SupplierActsProps, 'record' | 'supplier' | 'onGone'> {
  asked: 'remind' | 'remove' | null
  onEnd: () => void
}

function Questions({ record, supplier, asked, onEnd, onGone }: QuestionsProps) {
  const words = useRequestWords(requestRecordWords)
  const who = whoOf(supplier) ?? words.someone
  return (
    <>
      <ConfirmDialog
        isOpen={asked === 'remind'}
        title={words.remindOne(who)}
        text={words.remindOneText}
        confirmLabel={words.remind}
        keepLabel={words.cancel}
        onConfirm={() => {
          onEnd()
          void remindSuppliers(record, [supplier._id])
        }}
        onKeep={onEnd}
      />
      <ConfirmDialog
        isOpen={asked === 'remove'}
        title={words.removeTitle(1, who)}
        text={words.removeText}
        confirmLabel={words.remove}
        keepLabel={words.keep}
        onConfirm={() => {
          onEnd()
          void removeSuppliers(record, [supplier], who).then((isGone) => isGone && onGone())
        }}
        onKeep={onEnd}
      />
    </>
  )
}
