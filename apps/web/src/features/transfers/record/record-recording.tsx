import type { TransferRecord } from '@waybill/contract/transfers/list-endpoints'
import { useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { mutate } from '../../../shared/api/mutate.ts'
import { RecordingPlayer } from '../../../shared/ui/files/recording-player.tsx'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { transferRecordWords } from './words/transfer-record-words.ts'

/** Plays a recording of the sender's own transfer; nobody counts it. */
export function RecordRecording({ file }: { file: TransferRecord['files'][number] }) {
  const words = useWords(transferRecordWords)
  const [url, setUrl] = useState<string | null>(null)
  const play = async () => {
    const answer = await mutate(() => call('fetchLibraryFiles', { body: { ids: [file._id] } }))
    setUrl(answer?.links[0]?.url ?? null)
  }
  if (url !== null) return <RecordingPlayer path={file.fileName} url={url} />
  return (
    <button type="button" className={textStyles.quietButton} onClick={() => void play()}>
      {words.play}
      <span className={textStyles.unseen}> {file.fileName}</span>
    </button>
  )
}
