import type { RequestRecord } from '@waybill/contract/requests/shapes'
import { useId } from 'react'
import { call } from '../../../shared/api/client.ts'
import { mutate } from '../../../shared/api/mutate.ts'
import { useAccount } from '../../../shared/api/session.ts'
import { useOptimisticValue } from '../../../shared/optimistic/use-optimistic-value.ts'
import { SharingPart } from '../../../shared/team/sharing-part.tsx'
import fieldStyles from '../../../shared/ui/fields/field.module.css'
import { notify } from '../../../shared/ui/page/notices.ts'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useRequestWords } from '../request-words.ts'
import { showRequestRecord } from './use-request-record.ts'
import { requestRecordWords } from './words/request-record-words.ts'

interface RecordTeamProps {
  record: RequestRecord
  mayChange: boolean
}

type Change = { shareWith: Array<{ shareWithId: string }> } | { assignTo: string | null }

/**
 * Who of the team may read the request, and who looks after its submissions. Its requester chooses both, the admin the
 * latter; others see both.
 */
export function RecordTeam({ record, mayChange }: RecordTeamProps) {
  const words = useRequestWords(requestRecordWords)
  const account = useAccount()
  const change = async (body: Change, said: string) => {
    const answer = await mutate(() => call('editRequest', { params: { request: record._id }, body }))
    if (answer === null) return
    showRequestRecord(answer.request)
    notify({ title: said })
  }
  const isAlone = (account?.team.length ?? 0) < 2
  if (isAlone) return null
  return (
    <SharingPart
      shared={record.shareWith}
      mayShare={mayChange && record.requester._id === account?._id}
      words={words}
      onShare={(shareWith) => change({ shareWith }, words.sharingSaved)}
    >
      {mayChange ? (
        <Assigning record={record} onAssign={(assignTo) => change({ assignTo }, words.assigningSaved)} />
      ) : (
        record.assignee && (
          <p className={layoutStyles.aboveTight}>
            {words.assignedTo}: {record.assignee.fullName || record.assignee.email}
          </p>
        )
      )}
    </SharingPart>
  )
}

/** No id of an account. */
const NOBODY = ''

function Assigning({
  record,
  onAssign,
}: {
  record: RequestRecord
  onAssign: (assignTo: string | null) => Promise<void>
}) {
  const words = useRequestWords(requestRecordWords)
  const account = useAccount()
  const id = useId()
  const others = account?.team.filter(({ _id }) => _id !== record.requester._id) ?? []
  const [shown, choose] = useOptimisticValue(record.assignee?._id ?? NOBODY, (to) =>
    onAssign(to === NOBODY ? null : to),
  )
  return (
    <div className={`${layoutStyles.stackTight} ${layoutStyles.above}`}>
      <label htmlFor={id}>{words.assignedTo}</label>
      <select
        id={id}
        className={fieldStyles.textField}
        value={shown}
        aria-describedby={`${id}-means`}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        <option value={NOBODY}>{words.assignedToNobody}</option>
        {others.map(({ _id, fullName, email }) => (
          <option key={_id} value={_id}>
            {fullName || email}
          </option>
        ))}
      </select>
      <p id={`${id}-means`} className={textStyles.soft}>
        {words.assignedText}
      </p>
    </div>
  )
}
