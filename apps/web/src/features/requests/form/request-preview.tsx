import type { User } from '@waybill/contract/identity/profile-endpoints'
import { sealedNoteWords } from '../../../shared/sealing/note/words/sealed-note-words.ts'
import { Icon } from '../../../shared/ui/marks/icons.tsx'
import { Slip } from '../../../shared/ui/marks/slip.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import linesStyles from '../../../shared/ui/styles/lines.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { dueSentence } from '../due-sentence.ts'
import { useRequestWords } from '../request-words.ts'
import { useDraft } from './draft/draft-context.ts'
import { type ItemDraft, isHeading } from './draft/item-draft.ts'
import { dueMs } from './draft/judge-draft.ts'
import { useItemLimits } from './items/item-summary.tsx'
import styles from './request-preview.module.css'
import { requestFormWords } from './words/request-form-words.ts'

/** The request as suppliers will read it, during writing. */
export function RequestPreview({ account, number }: { account: User; number?: string | undefined }) {
  const words = useRequestWords(requestFormWords)
  const { title: sealedHere } = useWords(sealedNoteWords)
  const { language } = useLanguage()
  const { draft } = useDraft()
  const due = dueMs(draft)
  const deadline = { at: draft.dueAt, zone: draft.zone, rule: draft.rule }
  const of = due === null ? { deadline: null, dueAt: null } : { deadline, dueAt: new Date(due).toISOString() }
  return (
    <aside className={styles.requestPreview} aria-label={words.preview}>
      <Slip label={words.preview} number={number} aside={number ? undefined : <span />}>
        <p className={textStyles.soft}>{words.asks(account.company || account.fullName || account.email)}</p>
        <p className={styles.requestPreviewTitle}>{draft.title.trim() || words.untitled}</p>
        <p className={`${layoutStyles.medium} ${layoutStyles.aboveTight} ${layoutStyles.firm}`}>
          {dueSentence(of, language, Date.now())}
        </p>
        {draft.message.trim() !== '' && (
          <p className={`${layoutStyles.large} ${layoutStyles.aboveClose} ${layoutStyles.asWritten}`}>
            {draft.message}
          </p>
        )}
        {draft.isSealed && (
          <p
            className={`${layoutStyles.good} ${layoutStyles.medium} ${layoutStyles.aboveClose} ${layoutStyles.firm} ${linesStyles.lineTight}`}
          >
            <Icon name="lock" size={16} /> {sealedHere}
          </p>
        )}
        <ul className={`${layoutStyles.ruledList} ${layoutStyles.above} ${styles.requestPreviewItems}`}>
          {draft.items.length === 0 && <li>{words.anyFiles}</li>}
          {draft.items.map((item) => (
            <PreviewItem key={item.key} item={item} />
          ))}
        </ul>
      </Slip>
    </aside>
  )
}

function PreviewItem({ item }: { item: ItemDraft }) {
  const words = useRequestWords(requestFormWords)
  const limits = useItemLimits({ ...item, pattern: '' })
  if (isHeading(item))
    return <li className={styles.requestPreviewSection}>{item.name.trim() || words.unnamedSection}</li>
  return (
    <li>
      <strong>{item.name.trim() || words.unnamed}</strong>
      {item.hint.trim() !== '' && <span>{item.hint}</span>}
      <small className={textStyles.soft}>{limits.join(' · ')}</small>
    </li>
  )
}
