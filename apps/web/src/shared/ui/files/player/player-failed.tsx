import { useEffect, useState } from 'react'
import { ConnectionError, call } from '../../../api/client.ts'
import { useWords } from '../../../words/language.tsx'
import { playerWords } from './player-words.ts'
import { grantedFile, type LinkState, type WhyFailed, whyFailed } from './why-failed.ts'

/** Why a recording does not play, and its link. `code` is the media element's. */
export function PlayerFailed({ code, url }: { code: number; url: string }) {
  const words = useWords(playerWords)
  const [why, setWhy] = useState<WhyFailed | null>(null)
  useEffect(() => {
    let isOver = false
    void readLinkState(url).then((state) => {
      if (!isOver) setWhy(whyFailed(code, state))
    })
    return () => {
      isOver = true
    }
  }, [code, url])
  if (why === null) return null
  return (
    <p role="alert">
      {words[why]}{' '}
      {why !== 'gone' && (
        <a href={url} download>
          {words.download}
        </a>
      )}
    </p>
  )
}

/** Reads what the grant opens: asking for the bytes themselves would count. */
async function readLinkState(url: string): Promise<LinkState> {
  const named = grantedFile(url)
  if (named === null) return navigator.onLine ? 'open' : 'unknown'
  try {
    const { links } = await call('describeDownload', { body: { grant: named.grant } })
    return links.some(({ file }) => file === named.file) ? 'open' : 'gone'
  } catch (error) {
    return error instanceof ConnectionError ? 'unknown' : 'gone'
  }
}
