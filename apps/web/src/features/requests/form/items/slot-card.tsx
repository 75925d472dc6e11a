import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import { useWords } from '../../../../shared/words/language.tsx'
import { RequestIcon, type RequestIconName } from '../../request-icon.tsx'
import { useDraft } from '../draft/draft-context.ts'
import { editingSlot, pasteSlots, repeatSlot, type SlotDraft } from '../draft/slot-draft.ts'
import { requestFormWords } from '../words/request-form-words.ts'
import { SlotDetails } from './slot-details.tsx'
import { SlotSummary } from './slot-summary.tsx'

interface SlotCardProps {
  slot: SlotDraft
  at: number
  count: number
  onMove: (by: -1 | 1) => void
  onRemove: () => void
  /** Another item is wanted after this one. */
  onNext: () => void
}

/** One item: its name and whether it must come; the rest unfolds. Alt with an arrow key moves it. */
export function SlotCard({ slot, at, count, onMove, onRemove, onNext }: SlotCardProps) {
  const words = useWords(requestFormWords)
  const { change, findings } = useDraft()
  const isFaulty = findings.some(({ field }) => field.startsWith(`${slot.key}-`) && field !== `${slot.key}-name`)
  const [isOpen, setOpen] = useState(false)
  const isShown = isOpen || isFaulty
  const name = slot.name || words.unnamed
  const press = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null
    if (!event.altKey || by === null) return
    event.preventDefault()
    onMove(by)
  }
  return (
    <li className="slot-card" onKeyDown={press}>
      <div className="slot-card-head">
        <span className="slot-card-number mono" aria-hidden="true">
          {at + 1}
        </span>
        <SlotName slot={slot} onNext={onNext} />
        <div className="slot-card-acts">
          <Act icon="up" label={words.moveUp(name)} isOff={at === 0} onPress={() => onMove(-1)} />
          <Act icon="down" label={words.moveDown(name)} isOff={at === count - 1} onPress={() => onMove(1)} />
          <Act
            icon="copy"
            label={words.repeatSlot(name)}
            onPress={() => change((before) => ({ slots: repeatSlot(before.slots, slot.key) }))}
          />
          <Act icon="bin" label={words.removeSlot(name)} onPress={onRemove} />
        </div>
      </div>
      <div className="slot-card-line">
        <button
          type="button"
          className="quiet-button"
          aria-expanded={isShown}
          aria-controls={`${slot.key}-details`}
          onClick={() => setOpen(!isShown)}
        >
          {words.details}
          <span className="unseen"> {name}</span>
        </button>
        <SlotSummary slot={slot} />
      </div>
      <div id={`${slot.key}-details`}>{isShown && <SlotDetails slot={slot} />}</div>
    </li>
  )
}

/** A pasted list becomes as many items; Enter goes on to the next. */
function SlotName({ slot, onNext }: { slot: SlotDraft; onNext: () => void }) {
  const words = useWords(requestFormWords)
  const { change, faultOf } = useDraft()
  const fault = faultOf(`${slot.key}-name`)
  const paste = (event: ClipboardEvent) => {
    const lines = event.clipboardData
      .getData('text')
      .split(/\r?\n/)
      .map((line) => line.trim().slice(0, 120))
    const names = lines.filter((line) => line !== '')
    if (names.length < 2) return
    event.preventDefault()
    change((before) => ({ slots: pasteSlots(before.slots, slot.key, names) }))
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (slot.name.trim() !== '') onNext()
  }
  return (
    <div className="slot-card-name">
      <input
        id={`${slot.key}-name`}
        className="text-field"
        value={slot.name}
        maxLength={120}
        aria-label={words.slotName}
        aria-invalid={fault !== null}
        aria-describedby={`${slot.key}-name-note`}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        placeholder={words.slotNameHint}
        autoComplete="off"
        onChange={(event) => change(editingSlot(slot, { name: event.currentTarget.value }))}
        onPaste={paste}
        onKeyDown={press}
      />
      <div id={`${slot.key}-name-note`} role="alert">
        {fault && <p className="field-error">{words.faults[fault]}</p>}
      </div>
    </div>
  )
}

interface ActProps {
  icon: RequestIconName
  label: string
  /** Stays where the focus can be, so that pressing it to the end does not lose the place. */
  isOff?: boolean
  onPress: () => void
}

function Act({ icon, label, isOff = false, onPress }: ActProps) {
  return (
    <button
      type="button"
      className="slot-card-act"
      aria-label={label}
      title={label}
      aria-disabled={isOff}
      onClick={() => !isOff && onPress()}
    >
      <RequestIcon name={icon} size={18} />
    </button>
  )
}
