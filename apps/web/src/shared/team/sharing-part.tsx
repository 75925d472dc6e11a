import type { ShareWith } from '@waybill/contract/transfers/endpoints'
import type { ReactNode } from 'react'
import { useAccount } from '../api/session.ts'
import { OptimisticCheckbox } from '../optimistic/optimistic-checkbox.tsx'
import { nameList } from '../ui/lists/name-list.ts'
import recordStyles from '../ui/record/record.module.css'
import layoutStyles from '../ui/styles/layout.module.css'
import partsStyles from '../ui/styles/parts.module.css'
import textStyles from '../ui/styles/text.module.css'
import { useLanguage } from '../words/language.tsx'

interface SharingPartProps {
  /** With whom it is shared. */
  shared: readonly ShareWith[]
  mayShare: boolean
  words: { shareWith: string; shareWithText: string; sharedWith: string }
  /** All of them from now on; resolves once the server has answered. */
  onShare: (shareWith: Array<{ shareWithId: string }>) => Promise<unknown>
  children?: ReactNode
}

/** Who of the team may read a thing. Who may share it chooses; others see whom it is shared with. */
export function SharingPart({ shared, mayShare, words, onShare, children }: SharingPartProps) {
  const account = useAccount()
  const { language } = useLanguage()
  const others = account?.team.filter(({ _id }) => _id !== account._id) ?? []
  if (mayShare ? others.length === 0 : shared.length === 0 && !children) return null
  const ids = shared.map(({ shareWithId }) => shareWithId)
  const choose = (id: string, isOn: boolean) =>
    onShare([...ids.filter((one) => one !== id), ...(isOn ? [id] : [])].map((shareWithId) => ({ shareWithId })))
  return (
    <section className={`${partsStyles.paper} ${recordStyles.recordPart}`} aria-labelledby="record-sharing">
      <h2 id="record-sharing">{mayShare ? words.shareWith : words.sharedWith}</h2>
      {mayShare ? (
        <>
          {others.map(({ _id, fullName, email }) => (
            <OptimisticCheckbox
              key={_id}
              className={partsStyles.tick}
              isOn={ids.includes(_id)}
              onChoose={(isOn) => choose(_id, isOn)}
            >
              {fullName || email}
              {fullName && <span className={textStyles.soft}> {email}</span>}
            </OptimisticCheckbox>
          ))}
          <p className={`${textStyles.soft} ${layoutStyles.aboveTight}`}>{words.shareWithText}</p>
        </>
      ) : (
        shared.length > 0 && (
          <p>
            {nameList(
              shared.map(({ shareWithFullName, shareWithEmail }) => shareWithFullName || shareWithEmail),
              language,
            )}
          </p>
        )
      )}
      {children}
    </section>
  )
}
