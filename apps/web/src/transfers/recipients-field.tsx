import { plans } from '@waybill/contract/plans'
import {
  type ChangeEvent,
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useAccount } from '../accounts/session.ts'
import { ErrorTip, type Tip } from '../ui/error-tip.tsx'
import { Icon } from '../ui/icons.tsx'
import { useWords } from '../words/language.tsx'
import { quickSendWords } from '../words/quick-send.ts'
import { change } from './change-draft.ts'
import { ContactList } from './contact-list.tsx'
import { readQuickSend, useQuickSend } from './quick-send-state.ts'
import { useContactChoice } from './use-contact-choice.ts'

const ENDS_ADDRESS = /[,;，；、]/
const LIST = /[\s,;，；、]/

const addRecipients = (text: string) => change({ kind: 'add-recipients', text })

/** Recipients as chips; Enter, a comma, a semicolon or leaving the field turns what was typed into one. */
export function RecipientsField() {
  const words = useWords(quickSendWords)
  const { role, emailTo, badRecipients } = useQuickSend((state) => state.draft)
  const [tip, setTip] = useTipFor(badRecipients, words.invalidEmailTo)
  const input = useRef<HTMLInputElement>(null)
  const limit = plans[role].recipientLimit
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor="email-to">{words.emailTo}</label>
        <span className="field-count mono" data-over={emailTo.length > limit || undefined}>
          {words.emailToCount(emailTo.length, limit)}
        </span>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: pressing the box beside the text is pressing the text */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard reaches the input itself */}
      <div className="chips" data-invalid={tip !== null || undefined} onClick={() => input.current?.focus()}>
        <ul aria-label={words.recipients}>
          {emailTo.map((address) => (
            <Chip key={address} address={address} label={words.removeRecipient(address)} />
          ))}
        </ul>
        <RecipientInput ref={input} isWrong={tip !== null} />
      </div>
      <ErrorTip id="email-to-tip" tip={tip} onEnd={() => setTip(null)} />
    </div>
  )
}

const LIST_ID = 'email-to-contacts'

/** Where recipients are typed. An account's contacts that fit are offered below; the arrow keys walk them. */
function RecipientInput({ ref, isWrong }: { ref: RefObject<HTMLInputElement | null>; isWrong: boolean }) {
  const { emailTo, recipientText } = useQuickSend((state) => state.draft)
  const { contacts, active, walk, pick, close } = useContactChoice(recipientText, emailTo)
  const isOpen = contacts.length > 0
  const hasContacts = Boolean(useAccount())
  const combobox = hasContacts && {
    role: 'combobox',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? LIST_ID : undefined,
    'aria-autocomplete': 'list' as const,
    'aria-activedescendant': active < 0 ? undefined : `${LIST_ID}-${active}`,
  }
  return (
    <>
      <input
        ref={ref}
        id="email-to"
        type="text"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={recipientText}
        aria-invalid={isWrong}
        aria-describedby="email-to-tip"
        {...combobox}
        // Escape closes the list first, and not the dialog around it.
        data-mantine-stop-propagation={isOpen || undefined}
        onChange={takeTyped}
        onKeyDown={(event) => walk(event) || takeKey(event, emailTo)}
        onPaste={takePasted}
        onBlur={() => {
          close()
          takeLater()
        }}
      />
      {isOpen && <ContactList id={LIST_ID} contacts={contacts} active={active} onPick={pick} />}
    </>
  )
}

/** Long enough for a press of the button that was aimed at: a chip may move it. */
const SETTLE_MS = 200

function takeLater(): void {
  setTimeout(() => {
    const { recipientText } = readQuickSend().draft
    if (recipientText.trim() !== '') addRecipients(recipientText)
  }, SETTLE_MS)
}

function takeTyped(event: ChangeEvent<HTMLInputElement>): void {
  const text = event.currentTarget.value
  if (ENDS_ADDRESS.test(text)) addRecipients(text)
  else change({ kind: 'write', field: 'recipientText', text })
}

function takeKey(event: KeyboardEvent<HTMLInputElement>, emailTo: readonly string[]): void {
  const text = event.currentTarget.value
  const last = emailTo.at(-1)
  if (event.nativeEvent.isComposing) return
  if (event.key === 'Enter' && text.trim() !== '') {
    event.preventDefault()
    addRecipients(text)
  }
  if (event.key === 'Backspace' && text === '' && last !== undefined) {
    change({ kind: 'remove-recipient', address: last })
  }
}

/** A pasted list becomes chips at once; a single address may still be edited. */
function takePasted(event: ClipboardEvent<HTMLInputElement>): void {
  const pasted = event.clipboardData.getData('text').trim()
  if (!LIST.test(pasted)) return
  event.preventDefault()
  addRecipients(`${event.currentTarget.value} ${pasted}`)
}

function Chip({ address, label }: { address: string; label: string }) {
  const remove = () => change({ kind: 'remove-recipient', address })
  return (
    <li className="chip">
      <span>{address}</span>
      <button type="button" aria-label={label} onClick={remove}>
        <Icon name="remove" size={14} />
      </button>
    </li>
  )
}

/** A tip for each new non-empty list of what was wrong. */
function useTipFor(wrong: readonly string[], text: string) {
  const [tip, setTip] = useState<Tip | null>(null)
  const seen = useRef(wrong)
  useEffect(() => {
    if (seen.current === wrong) return
    seen.current = wrong
    setTip((shown) => (wrong.length === 0 ? null : { turn: (shown?.turn ?? 0) + 1, text }))
  }, [wrong, text])
  return [tip, setTip] as const
}
