import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useWords } from '../words/language.tsx'
import { sealedRequestsWords } from '../words/sealed-requests.ts'

interface ForwardSealedProps {
  /** How many of the files are sealed. */
  count: number
  onForward: () => void
  onKeep: () => void
}

/** Says before it happens that whoever gets a sealed file cannot open it. */
export function ForwardSealed({ count, onForward, onKeep }: ForwardSealedProps) {
  const words = useWords(sealedRequestsWords)
  return (
    <ConfirmDialog
      isOpen
      title={words.forwardTitle}
      text={words.forwardText(count)}
      confirmLabel={words.forwardSealed}
      keepLabel={words.cancel}
      onConfirm={onForward}
      onKeep={onKeep}
    />
  )
}
