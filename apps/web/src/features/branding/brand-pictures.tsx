import type { Branding } from '@waybill/contract/branding/endpoints'
import type { BrandSlot } from '@waybill/contract/branding/page-branding'
import { useRef } from 'react'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { AccountPart } from '../../shared/settings/account-part.tsx'
import { Button } from '../../shared/ui/fields/button.ts'
import { FailureLine } from '../../shared/ui/fields/failure-line.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'
import styles from './branding.module.css'
import { removePicture, setPicture } from './use-branding.ts'
import { brandingWords } from './words/branding-words.ts'

/** The logos and the background: each is stored as soon as it is chosen. */
export function BrandPictures({ branding: { logo, darkLogo, background } }: { branding: Branding }) {
  const words = useWords(brandingWords)
  return (
    <>
      <AccountPart title={words.logo} text={words.logoText}>
        <div className={styles.slots}>
          <Slot slot="logo" path={logo?.path ?? null} instead={words.noPicture} />
          <Slot slot="darkLogo" path={darkLogo?.path ?? null} instead={logo ? words.sameAsLight : words.noPicture} />
        </div>
      </AccountPart>
      <AccountPart title={words.slots.background} text={words.backgroundText}>
        <Slot slot="background" path={background} instead={words.noPicture} />
      </AccountPart>
    </>
  )
}

function Slot({ slot, path, instead }: { slot: BrandSlot; path: string | null; instead: string }) {
  const words = useWords(brandingWords)
  const picker = useRef<HTMLInputElement>(null)
  const { isBusy, error, save } = useMutation()
  const name = words.slots[slot]
  return (
    <fieldset className={`${layoutStyles.stackClose} ${styles.slot}`} aria-label={name}>
      {slot !== 'background' && <span>{name}</span>}
      <div className={styles.slotPicture} data-slot={slot}>
        {path === null ? <span>{instead}</span> : <img src={path} alt={name} />}
      </div>
      <div className={layoutStyles.row}>
        <Button variant="default" loading={isBusy} onClick={() => picker.current?.click()}>
          {words.choose}
        </Button>
        {path !== null && (
          <button
            type="button"
            className={textStyles.quietButton}
            onClick={() => void save(() => removePicture(slot), words.saved)}
          >
            {words.remove}
          </button>
        )}
      </div>
      <input
        ref={picker}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        hidden
        tabIndex={-1}
        aria-label={name}
        onChange={(event) => {
          const picture = event.currentTarget.files?.[0]
          event.currentTarget.value = ''
          if (picture) void save(() => setPicture(slot, picture), words.saved)
        }}
      />
      <FailureLine>{error}</FailureLine>
    </fieldset>
  )
}
