import type { Branding } from '@waybill/contract/branding/endpoints'
import type { ReactNode } from 'react'
import { AccountPart } from '../../shared/settings/account-part.tsx'
import { ListFailed } from '../../shared/ui/lists/list-failed.tsx'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { useBranding } from './use-branding.ts'
import { brandingWords } from './words/branding-words.ts'

/** A page about the branding, once it is loaded. */
export function BrandingTab({ title, children }: { title: string; children: (branding: Branding) => ReactNode }) {
  const words = useWords(brandingWords)
  const { data, error, refetch } = useBranding()
  if (data !== undefined) return children(data)
  return (
    <AccountPart title={title}>
      {error ? (
        <ListFailed error={error} again={words.again} onAgain={() => void refetch()} />
      ) : (
        <div className={partsStyles.waiting} role="status" aria-label={words.loading} />
      )}
    </AccountPart>
  )
}
