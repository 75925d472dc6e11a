import { formatBytes } from '@waybill/contract/core/sizes'
import type { RequestView } from '@waybill/contract/requests/submission-endpoints'
import { Suspense } from 'react'
import { lazyPart } from '../../../shared/loading/lazy-part.ts'
import { useHasScripts } from '../../../shared/served-page/use-live.ts'
import { Icon } from '../../../shared/ui/marks/icons.tsx'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { useDrawnParts } from '../drawn-parts.ts'
import { type ChosenFile, useSessionState } from '../submission-session.tsx'
import { answerWords } from '../words/answer-words.ts'
import { ChosenFiles } from './chosen-files.tsx'
import { ItemExample } from './item-example.tsx'
import { ItemPick } from './item-pick.tsx'
import itemsStyles from './items.module.css'
import { type FileFinding, typesTaken } from './judge-chosen.ts'
import questionStyles from './question.module.css'

const RecordPart = lazyPart(async () => (await import('./record-part.tsx')).RecordPart)

type Item = RequestView['items'][number]

interface ItemCardProps {
  item: Item
  /** Its number in the list, from 1. */
  nth: number
  isOpen: boolean
  /** The pointer holds files over it. */
  isOver: boolean
  chosen: readonly ChosenFile[]
  findings: ReadonlyMap<string, FileFinding>
}

/** One item: what it is, what it accepts, its state, and the way to add files. */
export function ItemCard({ item, nth, isOpen, isOver, chosen, findings }: ItemCardProps) {
  const words = useWords(answerWords)
  const hasScripts = useHasScripts()
  const heading = `item-${item._id}`
  const isFiles = isOpen && item.kind === 'files'
  const { QuestionPart, ThreadPart } = useDrawnParts()
  return (
    <li className={itemsStyles.item} data-item={item._id} data-state={item.state} data-over={isOver || undefined}>
      <div className={itemsStyles.itemHead}>
        <ItemMark nth={nth} item={item} />
        <h3 id={heading} dir="auto">
          {item.name}
        </h3>
        <span className={itemsStyles.itemNeed} data-required={item.isRequired || undefined}>
          {item.isRequired ? words.required : words.optional}
        </span>
      </div>
      <div className={itemsStyles.itemInside}>
        {item.hint !== '' && (
          <p className={itemsStyles.itemHint} dir="auto">
            {item.hint}
          </p>
        )}
        {item.kind === 'files' && <ItemTakes item={item} />}
        {item.example !== null && <ItemExample item={item._id} example={item.example} />}
        <ItemStanding item={item} isOpen={isOpen} />
        {item.kind !== 'files' && (
          <Suspense fallback={<div className={questionStyles.questionComing} />}>
            <QuestionPart item={item} isOpen={isOpen} />
          </Suspense>
        )}
        <ChosenFiles chosen={chosen} findings={findings} labelledBy={heading} />
        {isFiles && <ItemPick item={item} isOver={isOver} hasChosen={chosen.length > 0} />}
        {isFiles && hasScripts && (
          // Its place: most items of any type take what a browser records.
          <Suspense fallback={item.types.length > 0 ? null : <div className={textStyles.quietButton} />}>
            <RecordPart item={item} />
          </Suspense>
        )}
        <Suspense fallback={null}>
          <ThreadPart item={item} />
        </Suspense>
      </div>
    </li>
  )
}

/** Its number, as on a paper form; a tick once it has a file. */
function ItemMark({ nth, item: { state } }: { nth: number; item: Item }) {
  const isThere = state === 'arrived' || state === 'accepted'
  return (
    <span className={`${itemsStyles.itemMark} ${textStyles.mono}`} aria-hidden="true">
      {isThere ? <Icon name="done" size={16} /> : nth}
    </span>
  )
}

/** Types and limits, stated before the first byte. */
function ItemTakes({ item }: { item: Item }) {
  const { language } = useLanguage()
  const words = useWords(answerWords)
  const limits = useSessionState(({ request }) => request.limits)
  const types = typesTaken({ limits }, item)
  const parts = [
    types.length === 0 ? words.anyType : words.typesOf(types),
    ...(item.maxFiles === null ? [] : [words.mostFiles(item.maxFiles)]),
    ...(item.maxBytes === null ? [] : [words.mostBytes(formatBytes(item.maxBytes, language))]),
  ]
  return <p className={itemsStyles.itemTakes}>{parts.join(' · ')}</p>
}

function ItemStanding({ item: { kind, state, fileCount, note, maxFiles }, isOpen }: { item: Item; isOpen: boolean }) {
  const words = useWords(answerWords)
  if (state === 'sent-back') {
    return (
      <div className={itemsStyles.itemBack}>
        <p>
          <strong>{kind === 'files' ? words.sentBack : words.answerBack}</strong>
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
    <p className={itemsStyles.itemStanding}>
      {kind === 'files' ? words.itemState[state](fileCount) : words.answerState[state]}
      {isFull && <span className={textStyles.soft}> {words.itemFull}</span>}
    </p>
  )
}
