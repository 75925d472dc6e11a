import { Link, useBlocker } from '@tanstack/react-router'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import type { RequestRecord } from '@waybill/contract/requests/shapes'
import { useRef, useState } from 'react'
import { problemSentence } from '../../../shared/api/problem-words.ts'
import { useMutation } from '../../../shared/api/use-mutation.ts'
import { ConfirmDialog } from '../../../shared/ui/dialogs/confirm-dialog.tsx'
import { Button } from '../../../shared/ui/fields/button.ts'
import listStyles from '../../../shared/ui/lists/list.module.css'
import { ListFailed } from '../../../shared/ui/lists/list-failed.tsx'
import { notify } from '../../../shared/ui/page/notices.ts'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { editRequest } from '../list/change-requests.ts'
import { recordPath } from '../request-acts.ts'
import { requestWordsOf, useRequestWords } from '../request-words.ts'
import { showRequest, useRequest } from '../use-requests.ts'
import { requestsWords } from '../words/requests-words.ts'
import { zoneOf } from '../zone-of.ts'
import { useDraftForm } from './draft/draft-context.ts'
import { changesOf, draftOfRecord, isSameDraft } from './draft/request-draft.ts'
import { sendDraft } from './draft/send-draft.ts'
import { FormFoot } from './form-foot.tsx'
import { RequestForm } from './request-form.tsx'
import { requestFormWords } from './words/request-form-words.ts'

interface EditRequestProps {
  account: User
  /** Its slug or id. */
  request: string
  onEnd: () => void
}

/** Everything in a request that can be changed later. */
export function EditRequest({ request, ...props }: EditRequestProps) {
  const words = useWords(requestsWords)
  const { record, isUnknown, error, retry } = useRequest(request)
  if (record?.mayChange) return <Changing key={record._id} record={record} {...props} />
  if (isUnknown || record) {
    return (
      <div className={listStyles.listInstead}>
        <h2>{words.unknownTitle}</h2>
        <p className={textStyles.soft}>{words.unknownText(request)}</p>
        <Button variant="default" renderRoot={(button) => <Link to="/dash/requests" {...button} />}>
          {words.toList}
        </Button>
      </div>
    )
  }
  if (!error) return <div className={partsStyles.waiting} role="status" aria-label={words.loading} />
  return <ListFailed error={error} again={words.again} onAgain={retry} />
}

function Changing({ account, record, onEnd }: Omit<EditRequestProps, 'request'> & { record: RequestRecord }) {
  const { language } = useLanguage()
  // A reload of the record does not change what the user is editing.
  const [before] = useState(() => draftOfRecord(record, account.requestSettings, zoneOf(account)))
  const form = useDraftForm(before, account.role, true)
  const words = requestWordsOf(requestFormWords, language, form.draft.supplierNoun)
  const { isBusy, error, save } = useMutation()
  const isSuspended = account.status === 'revoke'
  const isDone = useRef(false)
  const isTouched = !isSameDraft(form.draft, before)
  const end = () => {
    isDone.current = true
    onEnd()
  }
  const send = () =>
    sendDraft(form, (draft) =>
      save(async () => {
        const changes = changesOf(draft, before)
        if (Object.keys(changes).length > 0) {
          showRequest((await editRequest(record._id, changes)).request)
          notify({ title: words.saved })
        }
        end()
      }),
    )
  return (
    <>
      <RequestForm
        form={form}
        account={account}
        record={record}
        onSend={() => !isSuspended && send()}
        foot={
          <FormFoot
            label={words.save}
            isBusy={isBusy}
            isClosed={isSuspended}
            error={isSuspended ? problemSentence(language, 'account-suspended') : error}
            onEnd={onEnd}
          />
        }
        head={
          <p className={textStyles.soft}>
            {words.suppliersElsewhere} <Link to={recordPath(record.slug)}>{words.toRecord}</Link>
          </p>
        }
      />
      <AskBeforeLeaving isHeld={() => isTouched && !isDone.current} />
    </>
  )
}

/** Unsaved changes are not lost without a warning when the user leaves. */
function AskBeforeLeaving({ isHeld }: { isHeld: () => boolean }) {
  const words = useRequestWords(requestFormWords)
  const blocker = useBlocker({ shouldBlockFn: isHeld, enableBeforeUnload: isHeld, withResolver: true })
  return (
    <ConfirmDialog
      holdsBack
      isOpen={blocker.status === 'blocked'}
      title={words.leaveTitle}
      text={words.leaveText}
      confirmLabel={words.leave}
      keepLabel={words.stay}
      onConfirm={() => blocker.proceed?.()}
      onKeep={() => blocker.reset?.()}
    />
  )
}
