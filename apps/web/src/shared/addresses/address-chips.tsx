import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react'
import { useAccount } from '../api/session.ts'
import { LaterRefusalWay } from '../billing/upgrade/later-refusal-way.tsx'
import { lazyPart } from '../loading/lazy-part.ts'
import { ErrorTip, type Tip } from '../ui/fields/error-tip.tsx'
import fieldStyles from '../ui/fields/field.module.css'
import { isComposing } from '../ui/keys/is-composing.ts'
import { Icon } from '../ui/marks/icons.tsx'
import recordStyles from '../ui/record/record.module.css'
import layoutStyles from '../ui/styles/layout.module.css'
import textStyles from '../ui/styles/text.module.css'
import { useWords } from '../words/language.tsx'
import styles from './address-chips.module.css'
import { useContactChoice } from './use-contact-choice.ts'
import { addressesWords } from './words/addresses-words.ts'

const ContactList = lazyPart(async () => (await import('./contact-list.tsx')).ContactList)

const ENDS_ADDRESS = /[,;，；、]/
const LIST = /[\s,;，；、]/

interface AddressChipsProps {
  /** The input's id; the ids of its parts derive from it. */
  id: string
  label: string
  addresses: readonly string[]
  /** The text after the last chip, not yet an address. */
  text: string
  /** The texts of the last addition that were no address; a new list with each attempt. */
  bad: readonly string[]
  /** People not to suggest, besides the chips. */
  known?: readonly string[]
  limit: number
  onWrite: (text: string) => void
  onAdd: (text: string) => void
  onRemove: (address: string) => void
}

/** Addresses as chips; Enter, a comma, a semicolon or leaving the field turns what was typed into one. */
export function AddressChips(props: AddressChipsProps) {
  const { id, label, addresses, bad, known = [], limit, onRemove } = props
  const words = useWords(addressesWords)
  const [tip, setTip] = useTipFor(bad, words.invalidEmailTo)
  const place = useRef<HTMLDivElement>(null)
  const count = addresses.length + known.length
  return (
    <div className={recordStyles.field}>
      <div className={`${layoutStyles.ends} ${fieldStyles.fieldHead}`}>
        <label htmlFor={id}>{label}</label>
        <span className={`${fieldStyles.fieldCount} ${textStyles.mono}`} data-over={count > limit || undefined}>
          {words.emailToCount(count, limit)}
        </span>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: pressing the box beside the text is pressing the text */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard reaches the input itself */}
      <div
        ref={place}
        className={fieldStyles.chips}
        data-invalid={tip !== null || undefined}
        onClick={() => place.current?.querySelector('input')?.focus()}
      >
        <ul aria-label={words.recipients}>
          {addresses.map((address) => (
            <Chip key={address} address={address} label={words.removeRecipient(address)} onRemove={onRemove} />
          ))}
        </ul>
        <AddressInput {...props} isWrong={tip !== null} />
      </div>
      <ErrorTip id={`${id}-tip`} tip={tip} onEnd={() => setTip(null)} />
      {count > limit && <LaterRefusalWay code="too-many-recipients" facts={{ count }} />}
    </div>
  )
}

/** The input for addresses. It suggests an account's matching contacts below; the arrow keys move through them. */
function AddressInput(props: AddressChipsProps & { isWrong: boolean }) {
  const { id, text, addresses, known = [], isWrong, onAdd } = props
  const choice = useContactChoice(text, [...addresses, ...known], onAdd)
  const isOpen = choice.contacts.length > 0
  const listId = `${id}-contacts`
  const hasContacts = Boolean(useAccount())
  const combobox = hasContacts && {
    role: 'combobox',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? listId : undefined,
    'aria-autocomplete': 'list' as const,
    'aria-activedescendant': choice.active < 0 ? undefined : `${listId}-${choice.active}`,
  }
  const takeLater = useTakingLater(text, onAdd)
  return (
    <>
      <input
        id={id}
        type="text"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={text}
        aria-invalid={isWrong}
        aria-describedby={`${id}-tip`}
        {...combobox}
        // Escape closes the list first, and not the dialog around it.
        data-mantine-stop-propagation={isOpen || undefined}
        onChange={(event) => takeTyped(event, props)}
        onKeyDown={(event) => choice.walk(event) || takeKey(event, props)}
        onPaste={(event) => takePasted(event, props)}
        onBlur={() => {
          choice.close()
          takeLater()
        }}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <ContactList id={listId} contacts={choice.contacts} active={choice.active} onPick={choice.pick} />
        </Suspense>
      )}
    </>
  )
}

/** Long enough for a click on the button that the user aimed at: a chip may move it. */
const SETTLE_MS = 200

/** Takes the text of the field after it loses the focus. */
function useTakingLater(text: string, onAdd: (text: string) => void): () => void {
  const latest = useRef({ text, onAdd })
  latest.current = { text, onAdd }
  return () =>
    void setTimeout(() => {
      if (latest.current.text.trim() !== '') latest.current.onAdd(latest.current.text)
    }, SETTLE_MS)
}

function takeTyped(event: ChangeEvent<HTMLInputElement>, { onAdd, onWrite }: AddressChipsProps): void {
  const text = event.currentTarget.value
  if (ENDS_ADDRESS.test(text)) onAdd(text)
  else onWrite(text)
}

function takeKey(event: KeyboardEvent<HTMLInputElement>, { addresses, onAdd, onRemove }: AddressChipsProps): void {
  const text = event.currentTarget.value
  const last = addresses.at(-1)
  if (isComposing(event.nativeEvent)) return
  if (event.key === 'Enter' && text.trim() !== '') {
    event.preventDefault()
    onAdd(text)
  }
  if (event.key === 'Backspace' && text === '' && last !== undefined) onRemove(last)
}

/** A pasted list becomes chips at once; a single address may still be edited. */
function takePasted(event: ClipboardEvent<HTMLInputElement>, { onAdd }: AddressChipsProps): void {
  const pasted = event.clipboardData.getData('text').trim()
  if (!LIST.test(pasted)) return
  event.preventDefault()
  onAdd(`${event.currentTarget.value} ${pasted}`)
}

interface ChipProps {
  address: string
  label: string
  onRemove: (address: string) => void
}

function Chip({ address, label, onRemove }: ChipProps) {
  return (
    <li className={`${layoutStyles.large} ${styles.chip}`}>
      <span>{address}</span>
      <button type="button" aria-label={label} onClick={() => onRemove(address)}>
        <Icon name="remove" size={14} />
      </button>
    </li>
  )
}

/** A tip for each new non-empty list of errors. */
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
