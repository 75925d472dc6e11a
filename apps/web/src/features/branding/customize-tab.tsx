import { isWithin } from '@waybill/contract/billing/lifts'
import type { Branding } from '@waybill/contract/branding/endpoints'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import { useState } from 'react'
import { UpgradeLink } from '../../shared/billing/upgrade/upgrade-link.tsx'
import { AccountPart } from '../../shared/settings/account-part.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { BrandPictures } from './brand-pictures.tsx'
import { BrandingTab } from './branding-tab.tsx'
import { LookForm, type TypedLook } from './look-form.tsx'
import { BrandPreview } from './preview.tsx'
import { brandingWords } from './words/branding-words.ts'

/** The company's name, colour, welcome line and pictures, with a preview of what has been typed. */
export function CustomizeTab({ account }: { account: User }) {
  const words = useWords(brandingWords)
  const isOpen = isWithin('branding', account.role, 1)
  return (
    <BrandingTab title={isOpen ? words.look : words.locked}>
      {(branding) => (isOpen ? <Customize branding={branding} account={account} /> : <Locked branding={branding} />)}
    </BrandingTab>
  )
}

/** The plan has no branding of one's own. */
function Locked({ branding }: { branding: Branding }) {
  const words = useWords(brandingWords)
  const { name, accent, welcome, logo, darkLogo, background } = branding
  const isKept = [name, accent, welcome, logo, darkLogo, background].some(Boolean)
  return (
    <AccountPart title={words.locked} text={words.lockedText}>
      {isKept && <p>{words.kept}</p>}
      <p>
        <UpgradeLink limit="branding" need={1} />
      </p>
    </AccountPart>
  )
}

function Customize({ branding, account }: { branding: Branding; account: User }) {
  const { name, accent, welcome } = branding
  const [typed, setTyped] = useState<TypedLook>({ name, accent: accent ?? '', welcome })
  return (
    <div className={layoutStyles.stack}>
      <LookForm typed={typed} onType={(change) => setTyped((before) => ({ ...before, ...change }))} />
      <BrandPictures branding={branding} />
      <BrandPreview branding={branding} typed={typed} account={account} />
    </div>
  )
}
