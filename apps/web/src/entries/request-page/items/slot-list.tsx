import { useState } from 'react'
import { nameList } from '../../../shared/ui/lists/name-list.ts'
import { spokenLanguage, useWords } from '../../../shared/words/language.tsx'
import { useDesk, useDeskState } from '../desk.tsx'
import { answerWords } from '../words/answer-words.ts'
import { addDroppedToItem } from './add-chosen.ts'
import { judgeChosen } from './judge-chosen.ts'
import { SlotCard } from './slot-card.tsx'
import { useSlotDrops } from './use-slot-drops.ts'

const NAMES_SHOWN = 3

/** What is asked for, line by line; files are dropped on the line they are for. */
export function SlotList({ canSend }: { canSend: boolean }) {
  const desk = useDesk()
  const words = useWords(answerWords)
  const request = useDeskState((state) => state.request)
  const chosen = useDeskState((state) => state.chosen)
  const [said, setSaid] = useState('')
  const { findings } = judgeChosen(request, chosen)
  const open = request.slots.filter(
    ({ state, maxFiles, fileCount }) => state !== 'accepted' && (maxFiles === null || fileCount < maxFiles),
  )
  const take = async (slot: string | null, dropped: DataTransfer) => {
    if (slot === null) return setSaid(words.dropElsewhere)
    setSaid(words.reading)
    const unread = await addDroppedToItem(desk, slot, dropped)
    setSaid(unread.length === 0 ? '' : words.unread(nameList(unread.slice(0, NAMES_SHOWN), spokenLanguage())))
  }
  const over = useSlotDrops({
    open: open.map(({ _id }) => _id),
    isOn: canSend,
    onDrop: (slot, dropped) => void take(slot, dropped),
  })
  return (
    <>
      <h2 className="unseen">{words.slots}</h2>
      <ol className="slots">
        {request.slots.map((slot, nth) => (
          <SlotCard
            key={slot._id}
            slot={slot}
            nth={nth + 1}
            isOpen={canSend && open.includes(slot)}
            isOver={over === slot._id}
            chosen={chosen.filter((file) => file.slot === slot._id)}
            findings={findings}
          />
        ))}
      </ol>
      <p role="status" className="slots-said">
        {said}
      </p>
    </>
  )
}
