import { useQuery } from '@tanstack/react-query'
import { formatBytes } from '@waybill/contract/core/sizes'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { mutate } from '../api/mutate.ts'
import { queryClient } from '../api/query-provider.tsx'
import textStyles from '../ui/styles/text.module.css'
import { useLanguage, useWords } from '../words/language.tsx'
import { linkHoldWords } from './words/link-hold-words.ts'

const KEY = ['link-hold']

/** Asks again: a send was refused for lack of storage. */
export const invalidateLinkHold = (): Promise<void> => queryClient.invalidateQueries({ queryKey: KEY })

/** The storage that uploads through open links reserve, and the button that ends them; nothing where there are none. */
export function LinkHold() {
  const words = useWords(linkHoldWords)
  const { language } = useLanguage()
  const [isReleasing, setReleasing] = useState(false)
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call('readFolderSize', { body: {}, signal }),
    refetchOnWindowFocus: true,
  })
  if (!data || data.links.uploads === 0) return null
  const release = async () => {
    setReleasing(true)
    await mutate(() => call('releaseLinkUploads', {}))
    await invalidateLinkHold()
    setReleasing(false)
  }
  return (
    <p className={textStyles.soft}>
      <span>{words.held(data.links.uploads, formatBytes(data.links.bytes, language))}</span>
      <button type="button" className={textStyles.quietButton} disabled={isReleasing} onClick={() => void release()}>
        {words.release}
      </button>
    </p>
  )
}
