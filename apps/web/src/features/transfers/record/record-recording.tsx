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
  const [hasFailed, setFailed] = useState(false)
  const play = async () => {
    const answer = await mutate(() => call('fetchLibraryFiles', { body: { ids: [file._id] } }))
    setUrl(answer?.links[0]?.url ?? null)
    setFailed(false)
  }
  const fail = () => {
    setUrl(null)
    setFailed(true)
  }
  if (url !== null) return <RecordingPlayer path={file.fileName} url={url} onError={fail} />
  return (
    <>
      <button type="button" className={textStyles.quietButton} onClick={() => void play()}>
        {words.play}
        <span className={textStyles.unseen}> {file.fileName}</span>
      </button>
      {hasFailed && <p role="alert">{words.playFailed}</p>}
    </>
  )
}
