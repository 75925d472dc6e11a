import { useQuery } from '@tanstack/react-query'
import { formatBytes } from '@waybill/contract/core/sizes'
import type { RequestRecord } from '@waybill/contract/requests/shapes'
import type { OpeningKeys } from '@waybill/sealing/opening-keys'
import { type ReactNode, useEffect } from 'react'
import { canPickFolder } from '../../../shared/sealing/save-folder.ts'
import { SaveOpened } from '../../../shared/sealing/save-opened.tsx'
import sealingStyles from '../../../shared/sealing/sealing.module.css'
import { sealingWords } from '../../../shared/sealing/words/sealing-words.ts'
import { Button } from '../../../shared/ui/fields/button.ts'
import { ListFailed } from '../../../shared/ui/lists/list-failed.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import linesStyles from '../../../shared/ui/styles/lines.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { SaveAnswers } from './answers/save-answers.tsx'
import type { SealedAction } from './sealed-context.tsx'
import type { SealedItem } from './sealed-items.ts'
import sealedRequestsStyles from './sealed-requests.module.css'
import { type ItemSaving, useSaveAll } from './use-save-all.ts'
import { sealedRequestsWords } from './words/sealed-requests-words.ts'

interface SaveAllProps {
  record: Pick<RequestRecord, 'slug' | 'items'>
  action: Extract<SealedAction, { is: 'save' }>
  keys: OpeningKeys
  /** While files are being written only its own button ends it. */
  onBusy: (isBusy: boolean) => void
  onEnd: () => void
}

/** Several sealed files at once: into a folder where the browser can pick one, else one click each. */
export function SaveAll({ record, action, keys, onBusy, onEnd }: SaveAllProps) {
  const words = useWords(sealedRequestsWords)
  const reading = useQuery({
    // Not reloaded with the request: the list must not change while it is being saved.
    queryKey: ['sealed-items', record.slug, action.key],
    queryFn: action.gather,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const close = (
    <>
      {action.answersOf && <SaveAnswers record={record} keys={keys} suppliers={action.answersOf.suppliers} />}
      <Button variant="default" onClick={onEnd}>
        {words.close}
      </Button>
    </>
  )
  if (reading.error) {
    return <ListFailed error={reading.error} again={words.again} onAgain={() => void reading.refetch()} />
  }
  const items = reading.data
  if (!items) return <div className={partsStyles.waiting} role="status" aria-label={words.gathering} />
  if (items.length === 0) {
    return (
      <>
        <p>{words.nothing}</p>
        <div className={layoutStyles.wrap}>{close}</div>
      </>
    )
  }
  const Way = canPickFolder() ? IntoFolder : OneByOne
  return <Way items={items} keys={keys} onBusy={onBusy} close={close} />
}

interface WayProps extends Pick<SaveAllProps, 'keys' | 'onBusy'> {
  items: readonly SealedItem[]
  close: ReactNode
}

function OneByOne({ items, keys, close }: WayProps) {
  const words = useWords(sealedRequestsWords)
  return (
    <>
      <h2>{words.saveTitle(items.length)}</h2>
      <p className={textStyles.soft}>{words.oneByOneText}</p>
      <ul className={`${layoutStyles.ruledList} ${sealedRequestsStyles.sealedItems}`} data-way="each">
        {items.map((item) => (
          <Item key={item.file._id} item={item}>
            <SaveOpened file={item.file} keys={keys} />
          </Item>
        ))}
      </ul>
      <div className={layoutStyles.wrap}>{close}</div>
    </>
  )
}

function IntoFolder({ items, keys, onBusy, close }: WayProps) {
  const words = useWords(sealedRequestsWords)
  const { stop } = useWords(sealingWords)
  const all = useSaveAll(items, keys)
  const { isRunning, savedCount, failedCount } = all
  useEffect(() => onBusy(isRunning), [onBusy, isRunning])
  const left = items.length - savedCount
  const hasBegun = isRunning || savedCount + failedCount > 0
  const label = failedCount === left ? words.tryAgain(left) : words.goOn
  return (
    <>
      <h2>{words.saveTitle(items.length)}</h2>
      <p className={textStyles.soft}>{words.folderText}</p>
      <ul className={`${layoutStyles.ruledList} ${sealedRequestsStyles.sealedItems}`}>
        {items.map((item) => (
          <Item key={item.file._id} item={item}>
            <ItemNote saving={all.of(item)} />
          </Item>
        ))}
      </ul>
      <p role="alert" className={`${layoutStyles.bad} ${sealedRequestsStyles.sealedFailed}`}>
        {all.error || (!isRunning && failedCount > 0 && words.someFailed(failedCount))}
      </p>
      <p role="status" className={textStyles.soft}>
        {hasBegun && words.saved(savedCount, items.length)}
      </p>
      <div className={layoutStyles.wrap}>
        {isRunning && (
          <Button variant="default" onClick={all.stop}>
            {stop}
          </Button>
        )}
        {!isRunning && left > 0 && (
          <Button onClick={() => void all.start()}>{hasBegun ? label : words.intoFolder}</Button>
        )}
        {!isRunning && close}
      </div>
    </>
  )
}

function Item({ item, children }: { item: SealedItem; children: ReactNode }) {
  const { language } = useLanguage()
  const cut = item.path.lastIndexOf('/') + 1
  return (
    <li className={`${layoutStyles.row} ${layoutStyles.large}`}>
      <p className={sealedRequestsStyles.sealedItemName}>
        <span className={textStyles.soft}>{item.path.slice(0, cut)}</span>
        {item.path.slice(cut)}{' '}
        <span className={`${textStyles.soft} ${textStyles.mono}`}>{formatBytes(item.plainBytes, language)}</span>
      </p>
      {children}
    </li>
  )
}

/** The progress of one file, beside its name. */
function ItemNote({ saving }: { saving: ItemSaving }) {
  const words = useWords(sealedRequestsWords)
  const { saved, opening, asClaimed, notAsClaimed } = useWords(sealingWords)
  if (saving.is === 'waiting')
    return (
      <p
        className={`${textStyles.soft} ${layoutStyles.medium} ${linesStyles.line} ${sealedRequestsStyles.sealedItemNote}`}
      >
        {words.waiting}
      </p>
    )
  if (saving.is === 'opening') {
    return (
      <p className={`${layoutStyles.medium} ${linesStyles.line} ${sealedRequestsStyles.sealedItemNote}`}>
        <progress max={100} value={saving.percent} aria-label={opening(saving.percent)} />
        <span className={sealingStyles.sealingPercent}>{opening(saving.percent)}</span>
      </p>
    )
  }
  if (saving.is === 'failed') {
    return (
      <p
        className={`${layoutStyles.bad} ${layoutStyles.wholeLine} ${layoutStyles.medium} ${linesStyles.line} ${sealedRequestsStyles.sealedItemNote}`}
      >
        {saving.sentence}
      </p>
    )
  }
  const tone = saving.isAsClaimed === false ? `${layoutStyles.bad} ${layoutStyles.wholeLine}` : layoutStyles.good
  const claim = saving.isAsClaimed === null ? '' : saving.isAsClaimed ? asClaimed : notAsClaimed
  return (
    <p className={`${tone} ${layoutStyles.medium} ${linesStyles.line} ${sealedRequestsStyles.sealedItemNote}`}>
      {saved} {claim}
    </p>
  )
}
