import type { User } from '@waybill/contract/profile'

interface RequestEditSlotProps {
  account: User
  /** Its slug. */
  request: string
  onEnd: () => void
}

/** Whether there is a form to put there; the page offers to change the request where there is. */
export const isEditable: boolean = false

/** Where the form that changes a request is put, in the place of its page. */
export function RequestEditSlot(_props: RequestEditSlotProps) {
  return null
}
