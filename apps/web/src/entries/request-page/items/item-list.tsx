import { sectionsOf } from '@waybill/contract/requests/questions'
import type { RequestView } from '@waybill/contract/requests/submission-endpoints'
import { Fragment, useState } from 'react'
import { nameList } from '../../../shared/ui/lists/name-list.ts'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { spokenLanguage, useWords } from '../../../shared/words/language.tsx'
import { useSessionState, useSubmissionSession } from '../submission-session.tsx'
import { answerWords } from '../words/answer-words.ts'
import { addDroppedToItem } from './add-chosen.ts'
import { ItemCard } from './item-card.tsx'
import itemsStyles from './items.module.css'
import { judgeChosen } from './judge-chosen.ts'
import { useItemDrops } from './use-item-drops.ts'

const NAMES_SHOWN = 3

/** The items, row by row; a dropped file goes to the item under it. */
export function ItemList({ canSend }: { canSend: boolean }) {
  const session = useSubmissionSession()
  const words = useWords(answerWords)
  const request = useSessionState((state) => state.request)
  const chosen = useSessionState((state) => state.chosen)
  const [said, setSaid] = useState('')
  const { findings } = judgeChosen(request, chosen)
  const open = request.items.filter(
    ({ kind, state, maxFiles, fileCount }) =>
      kind === 'files' && state !== 'accepted' && (maxFiles === null || fileCount < maxFiles),
  )
  const take = async (item: string | null, dropped: DataTransfer) => {
    if (item === null) return setSaid(words.dropElsewhere)
    setSaid(words.reading)
    const unread = await addDroppedToItem(session, item, dropped)
    setSaid(unread.length === 0 ? '' : words.unread(nameList(unread.slice(0, NAMES_SHOWN), spokenLanguage())))
  }
  const over = useItemDrops({
    open: open.map(({ _id }) => _id),
    isOn: canSend,
    onDrop: (item, dropped) => void take(item, dropped),
  })
  return (
    <>
      <h2 className={textStyles.unseen}>{words.items}</h2>
      {sectionsOf(request.items).map(({ title, items }) => (
        <Fragment key={items[0]?._id}>
          {title !== '' && <SectionHead title={title} items={items} />}
          <ol className={itemsStyles.items}>
            {items.map((item) => (
              <ItemCard
                key={item._id}
                item={item}
                nth={request.items.indexOf(item) + 1}
                isOpen={canSend && (open.includes(item) || (item.kind !== 'files' && item.state !== 'accepted'))}
                isOver={over === item._id}
                chosen={chosen.filter((file) => file.item === item._id)}
                findings={findings}
              />
            ))}
          </ol>
        </Fragment>
      ))}
      <p role="status" className={itemsStyles.itemsSaid}>
        {said}
      </p>
    </>
  )
}

/** A heading above items, and how many of them are there. */
function SectionHead({ title, items }: { title: string; items: RequestView['items'] }) {
  const words = useWords(answerWords)
  const done = items.filter(({ state }) => state === 'arrived' || state === 'accepted').length
  return (
    <div className={itemsStyles.itemsSection}>
      <h2 dir="auto">{title}</h2>
      <span>{words.sectionDone(done, items.length)}</span>
    </div>
  )
}
