import { useState } from 'react'
import { call } from '../../shared/api/client.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { ConfirmDialog } from '../../shared/ui/dialogs/confirm-dialog.tsx'
import { Button } from '../../shared/ui/fields/button.ts'
import { FailureLine } from '../../shared/ui/fields/failure-line.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { forgetConversation } from './use-conversation.ts'
import { conversationWords } from './words/conversation-words.ts'

/** Ends a visitor's conversation in this browser, after a question. */
export function LeaveButton() {
  const words = useWords(conversationWords)
  const [isOpen, setOpen] = useState(false)
  const { isBusy, error, save } = useMutation()
  const leave = () =>
    void save(async () => {
      await call('leaveConversation', { body: {} })
      setOpen(false)
      await forgetConversation()
    }, words.left)
  return (
    <div className={layoutStyles.row}>
      <Button variant="default" size="sm" onClick={() => setOpen(true)}>
        {words.leave}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={words.leaveTitle}
        text={words.leaveText}
        confirmLabel={words.leave}
        keepLabel={words.stay}
        isBusy={isBusy}
        onConfirm={leave}
        onKeep={() => setOpen(false)}
      >
        <FailureLine>{error}</FailureLine>
      </ConfirmDialog>
    </div>
  )
}
