import type { RecipientState, TransferRecord } from '@waybill/contract/transfer-list'
import { StalledNote } from '../tracking/person-note.tsx'
import { shortName } from '../ui/short-name.ts'
import { useWords } from '../words/language.tsx'
import { transferRecordWords } from '../words/transfer-record.ts'
import { shareOf, wayOf } from './way.ts'

/** 'Has everything', 'Mail accepted', '62 % of drawings.zip delivered · stalled 14 minutes ago'. */
export function WayNote({ recipient, record }: { recipient: RecipientState; record: TransferRecord }) {
  const words = useWords(transferRecordWords)
  const way = wayOf(recipient, record)
  if (way !== 'under-way' && way !== 'stalled') return words.way[way]
  const { current, filesFinished } = recipient
  const files = record.files.filter(({ isWithdrawn }) => !isWithdrawn).length
  const percent = current === null ? shareOf(recipient, record) : current.deliveredBytes / current.bytes
  const name = current === null ? null : shortName(current.fileName)
  return (
    <>
      {words.progress({ percent: Math.floor(percent * 100), name, finished: filesFinished, files })}
      <StalledNote recipient={recipient} />
    </>
  )
}
