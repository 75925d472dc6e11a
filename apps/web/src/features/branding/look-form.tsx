import { accentOf, changedIn, isColour } from '@waybill/contract/branding/accent'
import { BRAND_NAME_MAX_CHARS, WELCOME_MAX_CHARS } from '@waybill/contract/branding/page-branding'
import type { FormEvent } from 'react'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { AccountPart } from '../../shared/settings/account-part.tsx'
import { Button } from '../../shared/ui/fields/button.ts'
import { FailureLine } from '../../shared/ui/fields/failure-line.tsx'
import { FormField } from '../../shared/ui/fields/form-field.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'
import styles from './branding.module.css'
import { changeBranding } from './use-branding.ts'
import { brandingWords } from './words/branding-words.ts'

/** As typed: a colour may be unfinished; empty means ours. */
export interface TypedLook {
  name: string
  accent: string
  welcome: string
}

/** The typed colour as it is stored; null while it is none. */
export function colourIn(typed: string): string | null {
  const colour = typed.trim().toLowerCase()
  return isColour(colour) ? colour : null
}

interface LookFormProps {
  typed: TypedLook
  onType: (change: Partial<TypedLook>) => void
}

/** Name, welcome line and colour. */
export function LookForm({ typed, onType }: LookFormProps) {
  const words = useWords(brandingWords)
  const { isBusy, error, save } = useMutation()
  const colour = colourIn(typed.accent)
  const isWrong = colour === null && typed.accent.trim() !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isWrong) return
    const { name, welcome } = typed
    void save(() => changeBranding({ name, welcome, accent: colour }), words.saved)
  }
  return (
    <AccountPart title={words.look} text={words.lookText}>
      <form onSubmit={submit}>
        <FormField
          label={words.name}
          value={typed.name}
          autoComplete="organization"
          maxLength={BRAND_NAME_MAX_CHARS}
          onType={(name) => onType({ name })}
        />
        <div>
          <FormField
            label={words.welcome}
            value={typed.welcome}
            maxLength={WELCOME_MAX_CHARS}
            onType={(welcome) => onType({ welcome })}
          />
          <p className={textStyles.soft}>{words.welcomeHint}</p>
        </div>
        <div>
          <FormField
            label={words.accent}
            value={typed.accent}
            maxLength={7}
            spellCheck={false}
            autoComplete="off"
            placeholder="#0b5cad"
            error={isWrong && typed.accent.length >= 7 ? words.accentWrong : undefined}
            onType={(accent) => onType({ accent })}
            end={
              <input
                type="color"
                className={styles.colourPick}
                aria-label={words.accentPick}
                value={colour ?? '#c8371b'}
                onChange={(event) => onType({ accent: event.currentTarget.value })}
              />
            }
          />
          <p className={textStyles.soft}>{words.accentHint}</p>
        </div>
        {colour !== null && <Shades colour={colour} />}
        <FailureLine>{error}</FailureLine>
        <div className={layoutStyles.row}>
          <Button type="submit" loading={isBusy} disabled={isWrong}>
            {words.save}
          </Button>
        </div>
      </form>
    </AccountPart>
  )
}

/** Where the colour could not be read as it is, and what is shown instead. */
function Shades({ colour }: { colour: string }) {
  const words = useWords(brandingWords)
  const changed = changedIn(colour)
  const shades = accentOf(colour)
  return (
    <div role="status">
      {(['light', 'dark'] as const)
        .filter((scheme) => changed[scheme])
        .map((scheme) => (
          <p key={scheme} className={layoutStyles.medium}>
            {words.changed[scheme]}{' '}
            <span className={styles.shadeDot} style={{ backgroundColor: shades[scheme].accent }} aria-hidden="true" />
            <span className={textStyles.mono}>{shades[scheme].accent}</span>
          </p>
        ))}
    </div>
  )
}
