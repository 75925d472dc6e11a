import { formatBytes } from '@waybill/contract/core/sizes'
import type { RequestView } from '@waybill/contract/requests/submission-endpoints'
import { Icon } from '../../../shared/ui/marks/icons.tsx'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { type ChosenFile, useDeskState } from '../desk.tsx'
import { answerWords } from '../words/answer-words.ts'
import { ChosenFiles } from './chosen-files.tsx'
import { type FileFinding, typesTaken } from './judge-chosen.ts'
import { SlotExample } from './slot-example.tsx'
import { SlotPick } from './slot-pick.tsx'

type Slot = RequestView['slots'][number]

interface SlotCardProps {
  slot: Slot
  /** Its number in the list, from 1. */
  nth: number
  isOpen: boolean
  /** Files are held over it. */
  isOver: boolean
  chosen: readonly ChosenFile[]
  findings: ReadonlyMap<string, FileFinding>
}

/** One thing that is asked for: what it is, what it takes, what became of it, and the way to put files to it. */
export function SlotCard({ slot, nth, isOpen, isOver, chosen, findings }: SlotCardProps) {
  const words = useWords(answerWords)
  const heading = `slot-${slot._id}`
  return (
    <li className="slot" data-slot={slot._id} data-state={slot.state} data-over={isOver || undefined}>
      <div className="slot-head">
        <SlotMark nth={nth} slot={slot} />
        <h3 id={heading} dir="auto">
          {slot.name}
        </h3>
        <span className="slot-need" data-required={slot.isRequired || undefined}>
          {slot.isRequired ? words.required : words.optional}
        </span>
      </div>
      <div className="slot-inside">
        {slot.hint !== '' && (
          <p className="slot-hint" dir="auto">
            {slot.hint}
          </p>
        )}
        <SlotTakes slot={slot} />
        {slot.example !== null && <SlotExample slot={slot._id} example={slot.example} />}
        <SlotStanding slot={slot} isOpen={isOpen} />
        <ChosenFiles chosen={chosen} findings={findings} labelledBy={heading} />
        {isOpen && <SlotPick slot={slot} isOver={isOver} hasChosen={chosen.length > 0} />}
      </div>
    </li>
  )
}

/** Its number, as on a paper form; a tick once something is there. */
function SlotMark({ nth, slot: { state } }: { nth: number; slot: Slot }) {
  const isThere = state === 'arrived' || state === 'accepted'
  return (
    <span className="slot-mark mono" aria-hidden="true">
      {isThere ? <Icon name="done" size={16} /> : nth}
    </span>
  )
}

/** Types and limits, said before the first byte. */
function SlotTakes({ slot }: { slot: Slot }) {
  const { language } = useLanguage()
  const words = useWords(answerWords)
  const limits = useDeskState(({ request }) => request.limits)
  const types = typesTaken({ limits }, slot)
  const parts = [
    types.length === 0 ? words.anyType : words.typesOf(types),
    ...(slot.maxFiles === null ? [] : [words.mostFiles(slot.maxFiles)]),
    ...(slot.maxBytes === null ? [] : [words.mostBytes(formatBytes(slot.maxBytes, language))]),
  ]
  return <p className="slot-takes">{parts.join(' · ')}</p>
}

function SlotStanding({ slot: { state, fileCount, note, maxFiles }, isOpen }: { slot: Slot; isOpen: boolean }) {
  const words = useWords(answerWords)
  if (state === 'sent-back') {
    return (
      <div className="slot-back">
        <p>
          <strong>{words.sentBack}</strong>
        </p>
        {note !== '' && (
          <blockquote aria-label={words.whySentBack} dir="auto">
            {note}
          </blockquote>
        )}
      </div>
    )
  }
  if (state === 'missing') return null
  const isFull = !isOpen && state === 'arrived' && maxFiles !== null && fileCount >= maxFiles
  return (
    <p className="slot-standing">
      {words.slotState[state](fileCount)}
      {isFull && <span className="soft"> {words.slotFull}</span>}
    </p>
  )
}
