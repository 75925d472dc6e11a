import { Button } from '@mantine/core'
import { MAX_SLOTS } from '@waybill/contract/requests/slot-rules'
import { useEffect, useState } from 'react'
import { notify } from '../../../../shared/ui/page/notices.ts'
import { useWords } from '../../../../shared/words/language.tsx'
import { RequestIcon } from '../../request-icon.tsx'
import { requestsWords } from '../../words/requests-words.ts'
import { useDraft } from '../draft/draft-context.ts'
import { moveSlot, newSlot, type SlotDraft } from '../draft/slot-draft.ts'
import { requestFormWords } from '../words/request-form-words.ts'
import { SlotCard } from './slot-card.tsx'
import './slots-part.css'

/** The checklist: what is wanted, one item after the other. */
export function SlotsPart() {
  const words = useWords(requestFormWords)
  const { draft, change, faultOf } = useDraft()
  const { slots } = draft
  const [said, setSaid] = useState('')
  const focus = useFocusOn()
  const add = () => {
    const slot = newSlot()
    change((before) => ({ slots: [...before.slots, slot] }))
    focus(`${slot.key}-name`)
  }
  const move = (slot: SlotDraft, by: -1 | 1) => {
    const moved = moveSlot(slots, slot.key, by)
    change({ slots: moved })
    setSaid(words.moved(slot.name || words.unnamed, moved.indexOf(slot) + 1, moved.length))
  }
  const remove = useRemoving(focus)
  const fault = faultOf('request-add-slot')
  return (
    <section className="request-part" aria-label={words.checklist}>
      <div className="request-part-head">
        <h2>{words.checklist}</h2>
        {slots.length > 0 && <span className="soft">{words.items(slots.length)}</span>}
      </div>
      <p className="soft">{slots.length === 0 ? words.noSlots : words.slotsText}</p>
      <ol className="slots" aria-label={words.checklist}>
        {slots.map((slot, at) => (
          <SlotCard
            key={slot.key}
            slot={slot}
            at={at}
            count={slots.length}
            onMove={(by) => move(slot, by)}
            onRemove={() => remove(slot, at)}
            onNext={add}
          />
        ))}
      </ol>
      <span className="unseen" role="status">
        {said}
      </span>
      <div className="slots-add">
        <Button
          id="request-add-slot"
          variant="default"
          onClick={add}
          disabled={slots.length >= MAX_SLOTS}
          leftSection={<RequestIcon name="plus" />}
        >
          {words.addSlot}
        </Button>
        {slots.length === 0 && <p className="soft">{words.pasteHint}</p>}
      </div>
      {fault && <p className="field-error">{words.faults[fault]}</p>}
    </section>
  )
}

/** What is taken off can be put back where it was; the focus goes to what has taken its place. */
function useRemoving(focus: (id: string) => void) {
  const words = useWords(requestFormWords)
  const { undo } = useWords(requestsWords)
  const { draft, change } = useDraft()
  return (slot: SlotDraft, at: number) => {
    const others = draft.slots.filter(({ key }) => key !== slot.key)
    const next = others[Math.min(at, others.length - 1)]
    change({ slots: others })
    focus(next ? `${next.key}-name` : 'request-add-slot')
    if (slot.name.trim() === '' && slot.id === null) return
    const putBack = () =>
      change((before) => ({ slots: [...before.slots.slice(0, at), slot, ...before.slots.slice(at)] }))
    notify({ title: words.slotRemoved(slot.name || words.unnamed), action: { label: undo, press: putBack } })
  }
}

/** Puts the focus on an element that may not be there before the next rendering. */
function useFocusOn(): (id: string) => void {
  const [wish, setWish] = useState<{ id: string } | null>(null)
  useEffect(() => {
    if (wish) document.getElementById(wish.id)?.focus()
  }, [wish])
  return (id) => setWish({ id })
}
