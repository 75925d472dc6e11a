import { useState } from 'react'
import { call } from '../api/client.ts'
import { mutate } from '../api/mutate.ts'
import { playerWords } from '../ui/files/player/player-words.ts'
import { RecordingPlayer } from '../ui/files/recording-player.tsx'
import textStyles from '../ui/styles/text.module.css'
import { useWords } from '../words/language.tsx'

/**
 * Plays a recording that the account sent, or that was submitted to it; nobody counts it. `name` is the file's, without
 * folders.
 */
export function OwnRecording({ id, name }: { id: string; name: string }) {
  const words = useWords(playerWords)
  const [url, setUrl] = useState<string | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const play = async () => {
    const answer = await mutate(() => call('fetchLibraryFiles', { body: { ids: [id] } }))
    setUrl(answer?.links[0]?.url ?? null)
    setFailed(false)
  }
  const fail = () => {
    setUrl(null)
    setFailed(true)
  }
  if (url !== null) return <RecordingPlayer path={name} url={url} onError={fail} />
  return (
    <>
      <button type="button" className={textStyles.quietButton} onClick={() => void play()}>
        {words.play}
        <span className={textStyles.unseen}> {name}</span>
      </button>
      {hasFailed && <p role="alert">{words.failed}</p>}
    </>
  )
}
