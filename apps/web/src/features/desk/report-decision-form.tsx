import { type ReportDecision, reportDecisions } from '@waybill/contract/abuse/reports'
import { useState } from 'react'
import { call } from '../../shared/api/client.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { ConfirmDialog } from '../../shared/ui/dialogs/confirm-dialog.tsx'
import { Button } from '../../shared/ui/fields/button.ts'
import { FailureLine } from '../../shared/ui/fields/failure-line.tsx'
import { FormField } from '../../shared/ui/fields/form-field.tsx'
import { notify } from '../../shared/ui/page/notices.ts'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { Choice } from './choice.tsx'
import { rereadDesk } from './desk-list.tsx'
import { deskWords } from './words/desk-words.ts'

interface ReportDecisionFormProps {
  slug: string
  /** A sender without an account cannot be suspended. */
  hasAccount: boolean
  /** It can be decided otherwise, but its reports are no longer there to dismiss. */
  isDecided: boolean
  /** Only a sender whose address is proven is mailed. */
  isProven: boolean
}

/** Decides about all reports of a transfer, after a question. */
export function ReportDecisionForm({ slug, hasAccount, isDecided, isProven }: ReportDecisionFormProps) {
  const words = useWords(deskWords)
  const [decision, setDecision] = useState<ReportDecision>(isDecided ? 'block-transfer' : 'dismiss')
  const [note, setNote] = useState('')
  const [isOpen, setOpen] = useState(false)
  const { isBusy, error, save } = useMutation()
  const offered = reportDecisions.filter(
    (one) => (hasAccount || one !== 'suspend-account') && (!isDecided || one !== 'dismiss'),
  )
  const decide = () =>
    void save(async () => {
      const { unread } = await call('decideReported', { params: { slug }, body: { decision, note } })
      setOpen(false)
      notify({ title: unread > 0 ? words.unread(unread) : words.decidedNow })
      await rereadDesk()
    })
  return (
    <div className={layoutStyles.row}>
      <Choice
        label={words.decisionLabel}
        value={decision}
        options={offered.map((one) => [one, words.decisions[one]])}
        onChoose={setDecision}
      />
      <Button variant="default" onClick={() => setOpen(true)}>
        {words.decide}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={`${words.decisions[decision]}: ${slug}`}
        text={words.decideText[decision] + (decision === 'dismiss' ? '' : words.isTold(isProven))}
        confirmLabel={words.decide}
        keepLabel={words.cancel}
        isBusy={isBusy}
        onConfirm={decide}
        onKeep={() => setOpen(false)}
      >
        <FormField label={words.noteLabel} value={note} maxLength={500} onType={setNote} />
        <FailureLine>{error}</FailureLine>
      </ConfirmDialog>
    </div>
  )
}
