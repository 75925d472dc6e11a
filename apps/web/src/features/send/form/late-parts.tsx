import type { User } from '@waybill/contract/identity/profile-endpoints'
import { type RecordingKind, recordingKind } from '@waybill/contract/transfers/recordings'
import { useQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import { RecordingLine } from '../../../shared/recording/recording-line.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import { PreviewLine } from '../options/preview-line.tsx'
import { addPicked } from './add-files.ts'
import { StorageWarning } from './storage-warning.tsx'

/** What the form can do without for a moment: recording, a preview, how full the storage is, and why sending failed. */
export function LateParts({ account }: { account: User | null | undefined }) {
  const files = useQuickSend((state) => state.draft.files)
  const failure = useQuickSend((state) => state.failure)
  const taken = files.map(({ path }) => path).filter((path) => recordingKind(path) !== null)
  // A transfer has one memo.
  const kinds: RecordingKind[] = taken.some((path) => recordingKind(path) === 'memo') ? ['video'] : ['memo', 'video']
  return (
    <>
      <RecordingLine kinds={kinds} taken={taken} offersKept onAdd={(file) => void addPicked([file])} />
      <PreviewLine account={account} />
      {account && <StorageWarning account={account} />}
      {failure && <p className={`${layoutStyles.bad} ${layoutStyles.medium}`}>{failure.title}</p>}
    </>
  )
}
