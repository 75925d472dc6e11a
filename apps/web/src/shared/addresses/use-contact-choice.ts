import type { Contact } from '@waybill/contract/contacts/endpoints'
import { type KeyboardEvent, useState } from 'react'
import { useOverlay } from '../ui/dialogs/overlays.ts'
import { isComposing } from '../ui/keys/is-composing.ts'
import { useContactSuggestions } from './use-contact-suggestions.ts'

/** Choosing among the contacts suggested for the typed text: by arrow keys and Enter, or by a click. */
export function useContactChoice(typed: string, taken: readonly string[], onPick: (address: string) => void) {
  const found = useContactSuggestions(typed, taken)
  // Closing or moving through the list applies to this text only.
  const [choice, setChoice] = useState({ typed, active: -1, isClosed: false })
  const { active, isClosed } = choice.typed === typed ? choice : { active: -1, isClosed: false }
  const contacts = isClosed ? [] : found

  const pick = ({ email }: Contact) => onPick(email)
  const close = () => setChoice({ typed, active: -1, isClosed: true })
  useOverlay(contacts.length > 0, close, { hasEntry: false })
  /** True where the list used the key. */
  const walk = (event: KeyboardEvent): boolean => {
    if (contacts.length === 0 || isComposing(event.nativeEvent)) return false
    const chosen = contacts[active]
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    // From the field itself, up leads to the last one.
    const from = active < 0 && step < 0 ? 0 : active
    if (step !== 0) setChoice({ typed, active: (from + step + contacts.length) % contacts.length, isClosed: false })
    else if (event.key === 'Enter' && chosen) pick(chosen)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return { contacts, active, walk, pick, close }
}
