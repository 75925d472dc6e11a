import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import fieldStyles from '../../../../shared/ui/fields/field.module.css'
import { isComposing } from '../../../../shared/ui/keys/is-composing.ts'
import layoutStyles from '../../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../../shared/ui/styles/text.module.css'
import { RequestIcon, type RequestIconName } from '../../request-icon.tsx'
import { useRequestWords } from '../../request-words.ts'
import { useDraft } from '../draft/draft-context.ts'
import { editingItem, type ItemDraft, isAsking, isHeading, pasteItems, repeatItem } from '../draft/item-draft.ts'
import { requestFormWords } from '../words/request-form-words.ts'
import { ItemDetails } from './item-details.tsx'
import { ItemSummary } from './item-summary.tsx'
import itemsPartStyles from './items-part.module.css'

interface ItemCardProps {
  item: ItemDraft
  at: number
  count: number
  /** Among items; '§' of a heading. */
  number: string
  onMove: (by: -1 | 1) => void
  onRemove: () => void
  /** The user wants another item after this one. */
  onNext: () => void
}

/** One item: its name and whether it is required; the rest unfolds. Alt with an arrow key moves it. */
export function ItemCard({ item, at, count, number, onMove, onRemove, onNext }: ItemCardProps) {
  const words = useRequestWords(requestFormWords)
  const { change, findings } = useDraft()
  const isFaulty = findings.some(({ field }) => field.startsWith(`${item.key}-`) && field !== `${item.key}-name`)
  // A new question begins with how it is answered.
  const [isOpen, setOpen] = useState(item.id === null && isAsking(item) && item.name === '')
  const isShown = isOpen || isFaulty
  const name = item.name || (isHeading(item) ? words.unnamedSection : words.unnamed)
  const press = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null
    if (!event.altKey || by === null) return
    event.preventDefault()
    onMove(by)
  }
  return (
    <li className={itemsPartStyles.itemCard} data-heading={isHeading(item) || undefined} onKeyDown={press}>
      <div className={`${layoutStyles.stackTight} ${itemsPartStyles.itemCardHead}`}>
        <span
          className={`${textStyles.soft} ${layoutStyles.small} ${itemsPartStyles.itemCardNumber} ${textStyles.mono}`}
          aria-hidden="true"
        >
          {number}
        </span>
        <ItemName item={item} onNext={onNext} />
        <div className={itemsPartStyles.itemCardActs}>
          <Act icon="up" label={words.moveUp(name)} isOff={at === 0} onPress={() => onMove(-1)} />
          <Act icon="down" label={words.moveDown(name)} isOff={at === count - 1} onPress={() => onMove(1)} />
          {!isHeading(item) && (
            <Act
              icon="copy"
              label={words.repeatItem(name)}
              onPress={() => change((before) => ({ items: repeatItem(before.items, item.key) }))}
            />
          )}
          <Act icon="bin" label={words.removeItem(name)} onPress={onRemove} />
        </div>
      </div>
      {!isHeading(item) && (
        <div
          className={`${layoutStyles.row} ${layoutStyles.medium} ${layoutStyles.gapLines} ${itemsPartStyles.itemCardLine}`}
        >
          <button
            type="button"
            className={textStyles.quietButton}
            aria-expanded={isShown}
            aria-controls={`${item.key}-details`}
            onClick={() => setOpen(!isShown)}
          >
            {words.details}
            <span className={textStyles.unseen}> {name}</span>
          </button>
          <ItemSummary item={item} />
        </div>
      )}
      {!isHeading(item) && <div id={`${item.key}-details`}>{isShown && <ItemDetails item={item} />}</div>}
    </li>
  )
}

/** A pasted list becomes as many items; Enter goes to the next. */
function ItemName({ item, onNext }: { item: ItemDraft; onNext: () => void }) {
  const words = useRequestWords(requestFormWords)
  const { change, faultOf } = useDraft()
  const fault = faultOf(`${item.key}-name`)
  const paste = (event: ClipboardEvent) => {
    const lines = event.clipboardData
      .getData('text')
      .split(/\r?\n/)
      .map((line) => line.trim().slice(0, 120))
    const names = lines.filter((line) => line !== '')
    if (names.length < 2) return
    event.preventDefault()
    change((before) => ({ items: pasteItems(before.items, item.key, names) }))
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
    event.preventDefault()
    if (item.name.trim() !== '') onNext()
  }
  return (
    <div className="item-card-name">
      <input
        id={`${item.key}-name`}
        className={fieldStyles.textField}
        value={item.name}
        maxLength={120}
        aria-label={isHeading(item) ? words.sectionName : isAsking(item) ? words.questionName : words.itemName}
        aria-invalid={fault !== null}
        aria-describedby={`${item.key}-name-note`}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        placeholder={isHeading(item) ? words.sectionHint : isAsking(item) ? words.questionHint : words.itemNameHint}
        autoComplete="off"
        onChange={(event) => change(editingItem(item, { name: event.currentTarget.value }))}
        onPaste={paste}
        onKeyDown={press}
      />
      <div id={`${item.key}-name-note`} role="alert">
        {fault && <p className={fieldStyles.fieldError}>{words.faults[fault]}</p>}
      </div>
    </div>
  )
}

interface ActProps {
  icon: RequestIconName
  label: string
  /** Stays focusable, so that pressing it repeatedly to the end does not lose the focus. */
  isOff?: boolean
  onPress: () => void
}

function Act({ icon, label, isOff = false, onPress }: ActProps) {
  return (
    <button
      type="button"
      className={partsStyles.iconButton}
      aria-label={label}
      title={label}
      aria-disabled={isOff}
      onClick={() => !isOff && onPress()}
    >
      <RequestIcon name={icon} size={18} />
    </button>
  )
}
