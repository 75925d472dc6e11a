import type { RequestRecord, RequestSupplier } from '@waybill/contract/requests/shapes'
import { useState } from 'react'
import { useMutation } from '../../../../shared/api/use-mutation.ts'
import { useNow } from '../../../../shared/time/ago-time.tsx'
import { ConfirmDialog } from '../../../../shared/ui/dialogs/confirm-dialog.tsx'
import { Button } from '../../../../shared/ui/fields/button.ts'
import { ChosenBar } from '../../../../shared/ui/lists/chosen-bar.tsx'
import type { Selection } from '../../../../shared/ui/lists/use-selection.ts'
import { Icon } from '../../../../shared/ui/marks/icons.tsx'
import { useRequestWords } from '../../request-words.ts'
import { FetchButton } from '../fetch-button.tsx'
import { remindSuppliers, removeSuppliers } from '../record-calls.ts'
import { requestRecordWords } from '../words/request-record-words.ts'
import { mayRemind } from './may-remind.ts'
import { whoOf } from './who-of.ts'

interface RecordSelectionProps {
  record: RequestRecord
  chosen: readonly RequestSupplier[]
  selection: Selection
  mayChange: boolean
}

/** Actions for the chosen suppliers together. */
export function RecordSelection({ record, chosen, selection, mayChange }: RecordSelectionProps) {
  const words = useRequestWords(requestRecordWords)
  const [asked, setAsked] = useState<'remind' | 'remove' | null>(null)
  const { isBusy, save } = useMutation()
  const now = useNow()
  const waiting = chosen.filter((supplier) => mayRemind(supplier, now)).map(({ _id }) => _id)
  const senders = chosen.filter(({ lastAnswerAt }) => lastAnswerAt !== null).map(({ _id }) => _id)
  const [first] = chosen
  const who = (first && whoOf(first)) ?? words.someone
  const remove = () => {
    setAsked(null)
    void save(() => removeSuppliers(record, chosen, who).then((areGone) => areGone && selection.clear()))
  }
  const remind = () => {
    setAsked(null)
    void save(() => remindSuppliers(record, waiting))
  }
  return (
    <>
      <ChosenBar selection={selection} count={chosen.length} words={words}>
        {mayChange && record.state === 'open' && (
          <Button
            variant="default"
            leftSection={<Icon name="mail" />}
            disabled={isBusy || waiting.length === 0}
            onClick={() => setAsked('remind')}
          >
            {words.remind}
          </Button>
        )}
        <FetchButton record={record} suppliers={senders} isDisabled={isBusy || senders.length === 0} />
        {record.mayChange && (
          <Button
            variant="default"
            leftSection={<Icon name="bin" />}
            disabled={isBusy}
            onClick={() => setAsked('remove')}
          >
            {words.remove}
          </Button>
        )}
      </ChosenBar>
      <ConfirmDialog
        isOpen={asked === 'remind'}
        title={words.remindTitle(waiting.length)}
        text={words.remindText}
        confirmLabel={words.remind}
        keepLabel={words.cancel}
        onConfirm={remind}
        onKeep={() => setAsked(null)}
      />
      <ConfirmDialog
        isOpen={asked === 'remove'}
        title={words.removeTitle(chosen.length, who)}
        text={words.removeText}
        confirmLabel={words.remove}
        keepLabel={words.keep}
        onConfirm={remove}
        onKeep={() => setAsked(null)}
      />
    </>
  )
}
