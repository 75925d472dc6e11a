import type { RequestView } from '@waybill/contract/requests/submission-endpoints'
import { type ChangeEvent, useEffect, useRef } from 'react'
import { Icon } from '../../../shared/ui/marks/icons.tsx'
import { useWords } from '../../../shared/words/language.tsx'
import { type Desk, useDesk, useDeskState } from '../desk.tsx'
import { foresee } from '../load-late.ts'
import { answerWords } from '../words/answer-words.ts'
import { acceptOf, takesPhotos } from './accept-of.ts'
import { addPickedToItem } from './add-chosen.ts'
import { typesTaken } from './judge-chosen.ts'

interface SlotPickProps {
  slot: RequestView['slots'][number]
  isOver: boolean
  hasChosen: boolean
}

/**
 * The field of a slot. Without scripts it is the browser's own and sends what it holds; with them it lies unseen over a
 * face of ours, and what is picked goes into the list.
 */
export function SlotPick({ slot, isOver, hasChosen }: SlotPickProps) {
  const desk = useDesk()
  const words = useWords(answerWords)
  const limits = useDeskState(({ request }) => request.limits)
  const isAsked = useDeskState(({ complaint }) => complaint === 'files')
  const types = typesTaken({ limits }, slot)
  const input = useRef<HTMLInputElement>(null)
  // What was picked while the scripts were still coming.
  useEffect(() => takeFrom(desk, slot._id, input.current), [desk, slot._id])
  const face = hasChosen ? words.chooseMore : slot.maxFiles === 1 ? words.chooseOne : words.choose
  return (
    <div className="slot-picks">
      <span className="slot-pick">
        <input
          ref={input}
          type="file"
          name={slot._id}
          multiple={slot.maxFiles !== 1}
          accept={acceptOf(types)}
          aria-label={words.chooseFor(slot.name)}
          aria-invalid={isAsked || undefined}
          onChange={(event) => takeFrom(desk, slot._id, event.currentTarget)}
        />
        <span className="slot-pick-face" aria-hidden="true">
          <Icon name="add" size={20} />
          {isOver ? words.dropNow : face}
        </span>
      </span>
      {takesPhotos(types) && <PhotoPick slot={slot} />}
      <span className="slot-drop-hint" aria-hidden="true">
        {words.dropHint}
      </span>
    </div>
  )
}

/** Straight to the camera, on devices that are held in the hand. */
function PhotoPick({ slot: { _id, name } }: Pick<SlotPickProps, 'slot'>) {
  const desk = useDesk()
  const words = useWords(answerWords)
  return (
    <span className="slot-pick slot-photo">
      <input
        type="file"
        accept="image/jpeg"
        capture="environment"
        aria-label={words.photoFor(name)}
        onChange={(event: ChangeEvent<HTMLInputElement>) => takeFrom(desk, _id, event.currentTarget)}
      />
      <span className="slot-pick-face" aria-hidden="true">
        {words.photo}
      </span>
    </span>
  )
}

function takeFrom(desk: Desk, slot: string, input: HTMLInputElement | null): void {
  const files = [...(input?.files ?? [])]
  if (input === null || files.length === 0) return
  input.value = ''
  foresee()
  void addPickedToItem(desk, slot, files)
}
