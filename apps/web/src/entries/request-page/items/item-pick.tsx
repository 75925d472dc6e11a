import type { RequestView } from '@waybill/contract/requests/submission-endpoints'
import { type ChangeEvent, useEffect, useRef } from 'react'
import { Icon } from '../../../shared/ui/marks/icons.tsx'
import { useWords } from '../../../shared/words/language.tsx'
import { foresee } from '../load-late.ts'
import { type SubmissionSession, useSessionState, useSubmissionSession } from '../submission-session.tsx'
import { answerWords } from '../words/answer-words.ts'
import { acceptOf, takesPhotos } from './accept-of.ts'
import { addPickedToItem } from './add-chosen.ts'
import itemsStyles from './items.module.css'
import { typesTaken } from './judge-chosen.ts'

interface ItemPickProps {
  item: RequestView['items'][number]
  isOver: boolean
  hasChosen: boolean
}

/**
 * The file field of an item. Without scripts it is the browser's own and sends its files; with them it is hidden under
 * our button, and picked files go into the list.
 */
export function ItemPick({ item, isOver, hasChosen }: ItemPickProps) {
  const session = useSubmissionSession()
  const words = useWords(answerWords)
  const limits = useSessionState(({ request }) => request.limits)
  const isAsked = useSessionState(({ complaint }) => complaint === 'files')
  const types = typesTaken({ limits }, item)
  const input = useRef<HTMLInputElement>(null)
  // Files picked before the scripts ran.
  useEffect(() => takeFrom(session, item._id, input.current), [session, item._id])
  const face = hasChosen ? words.chooseMore : item.maxFiles === 1 ? words.chooseOne : words.choose
  return (
    <div className={itemsStyles.itemPicks}>
      <span className={itemsStyles.itemPick}>
        <input
          ref={input}
          type="file"
          name={item._id}
          multiple={item.maxFiles !== 1}
          accept={acceptOf(types)}
          aria-label={words.chooseFor(item.name)}
          aria-invalid={isAsked || undefined}
          onChange={(event) => takeFrom(session, item._id, event.currentTarget)}
        />
        <span className={itemsStyles.itemPickFace} aria-hidden="true">
          <Icon name="add" size={20} />
          {isOver ? words.dropNow : face}
        </span>
      </span>
      {takesPhotos(types) && <PhotoPick item={item} />}
      <span className={itemsStyles.itemDropHint} aria-hidden="true">
        {words.dropHint}
      </span>
    </div>
  )
}

/** Opens the camera directly, on handheld devices. */
function PhotoPick({ item: { _id, name } }: Pick<ItemPickProps, 'item'>) {
  const session = useSubmissionSession()
  const words = useWords(answerWords)
  return (
    <span className={`${itemsStyles.itemPick} ${itemsStyles.itemPhoto}`}>
      <input
        type="file"
        accept="image/jpeg"
        capture="environment"
        aria-label={words.photoFor(name)}
        onChange={(event: ChangeEvent<HTMLInputElement>) => takeFrom(session, _id, event.currentTarget)}
      />
      <span className={itemsStyles.itemPickFace} aria-hidden="true">
        {words.photo}
      </span>
    </span>
  )
}

function takeFrom(session: SubmissionSession, item: string, input: HTMLInputElement | null): void {
  const files = [...(input?.files ?? [])]
  if (input === null || files.length === 0) return
  input.value = ''
  foresee()
  void addPickedToItem(session, item, files)
}
