import { MAX_ITEMS } from '@waybill/contract/requests/item-rules'
import { useEffect, useState } from 'react'
import { Button } from '../../../../shared/ui/fields/button.ts'
import fieldStyles from '../../../../shared/ui/fields/field.module.css'
import { notify } from '../../../../shared/ui/page/notices.ts'
import layoutStyles from '../../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../../shared/words/language.tsx'
import { RequestIcon } from '../../request-icon.tsx'
import { useRequestWords } from '../../request-words.ts'
import { requestsWords } from '../../words/requests-words.ts'
import { useDraft } from '../draft/draft-context.ts'
import { type ItemDraft, isHeading, moveItem, newItem } from '../draft/item-draft.ts'
import requestFormStyles from '../request-form.module.css'
import { requestFormWords } from '../words/request-form-words.ts'
import { ItemCard } from './item-card.tsx'
import styles from './items-part.module.css'

/** The checklist: what the request asks for, one item after the other. */
export function ItemsPart() {
  const words = useRequestWords(requestFormWords)
  const { draft, change, faultOf } = useDraft()
  const { items } = draft
  const slots = items.filter((item) => !isHeading(item))
  const isFull = slots.length >= MAX_ITEMS
  const [said, setSaid] = useState('')
  const focus = useFocusOn()
  const add = (kind: ItemDraft['kind'] = 'files') => {
    const item = newItem('', kind)
    change((before) => ({ items: [...before.items, item] }))
    focus(`${item.key}-name`)
  }
  const move = (item: ItemDraft, by: -1 | 1) => {
    const moved = moveItem(items, item.key, by)
    change({ items: moved })
    setSaid(words.moved(item.name || words.unnamed, moved.indexOf(item) + 1, moved.length))
  }
  const remove = useRemoving(focus)
  const fault = faultOf('request-add-item')
  return (
    <section
      className={`${partsStyles.paper} ${layoutStyles.stack} ${requestFormStyles.requestPart}`}
      aria-label={words.checklist}
    >
      <div className={`${layoutStyles.ends} ${requestFormStyles.requestPartHead}`}>
        <h2>{words.checklist}</h2>
        {items.length > 0 && <span className={textStyles.soft}>{words.items(slots.length)}</span>}
      </div>
      <p className={textStyles.soft}>{items.length === 0 ? words.noItems : words.itemsText}</p>
      <ol className={`${layoutStyles.stackTight} ${layoutStyles.hidesEmpty} items`} aria-label={words.checklist}>
        {items.map((item, at) => (
          <ItemCard
            key={item.key}
            item={item}
            at={at}
            count={items.length}
            number={isHeading(item) ? '§' : String(slots.indexOf(item) + 1)}
            onMove={(by) => move(item, by)}
            onRemove={() => remove(item, at)}
            onNext={() => add()}
          />
        ))}
      </ol>
      <span className={textStyles.unseen} role="status">
        {said}
      </span>
      <div className={`${layoutStyles.row} ${styles.itemsAdd}`}>
        <Button
          id="request-add-item"
          variant="default"
          onClick={() => add()}
          disabled={isFull}
          leftSection={<RequestIcon name="plus" />}
        >
          {words.addItem}
        </Button>
        <Button
          variant="default"
          onClick={() => add('short')}
          disabled={isFull}
          leftSection={<RequestIcon name="plus" />}
        >
          {words.addQuestion}
        </Button>
        <button type="button" className={textStyles.quietButton} onClick={() => add('section')}>
          {words.addSection}
        </button>
        {items.length === 0 && <p className={textStyles.soft}>{words.pasteHint}</p>}
      </div>
      {fault && <p className={fieldStyles.fieldError}>{words.faults[fault]}</p>}
    </section>
  )
}

/** A removed item can be restored in its position; the focus goes to the item that took its place. */
function useRemoving(focus: (id: string) => void) {
  const words = useRequestWords(requestFormWords)
  const { undo } = useWords(requestsWords)
  const { draft, change } = useDraft()
  return (item: ItemDraft, at: number) => {
    const others = draft.items.filter(({ key }) => key !== item.key)
    const next = others[Math.min(at, others.length - 1)]
    change({ items: others })
    focus(next ? `${next.key}-name` : 'request-add-item')
    if (item.name.trim() === '' && item.id === null) return
    const putBack = () =>
      change((before) => ({ items: [...before.items.slice(0, at), item, ...before.items.slice(at)] }))
    notify({ title: words.itemRemoved(item.name || words.unnamed), action: { label: undo, press: putBack } })
  }
}

/** Puts the focus on an element that may not exist before the next rendering. */
function useFocusOn(): (id: string) => void {
  const [added, setAdded] = useState<{ id: string } | null>(null)
  useEffect(() => {
    if (added) document.getElementById(added.id)?.focus()
  }, [added])
  return (id) => setAdded({ id })
}
