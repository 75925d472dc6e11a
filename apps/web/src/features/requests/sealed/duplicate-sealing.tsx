import { Suspense } from 'react'
import { Choice } from '../../../shared/ui/fields/choice.tsx'
import { useWords } from '../../../shared/words/language.tsx'
import { LazyNewPassphrase } from './lazy-passphrase.ts'
import { sealedRequestsWords } from './words/sealed-requests-words.ts'

/** Whether a duplicate gets a new key, and its passphrase once that is valid. */
export interface OwnKey {
  isOwn: boolean
  passphrase: string | null
}

interface DuplicateSealingProps {
  ownKey: OwnKey
  onChange: (ownKey: OwnKey) => void
}

/** A sealed request stays sealed; the user chooses which passphrase opens the copy. */
export function DuplicateSealing({ ownKey: { isOwn }, onChange }: DuplicateSealingProps) {
  const words = useWords(sealedRequestsWords)
  return (
    <>
      <fieldset>
        <legend>{words.duplicateLegend}</legend>
        <Choice
          group="duplicate-key"
          isChosen={!isOwn}
          hint={words.duplicateSameHint}
          onChoose={() => onChange({ isOwn: false, passphrase: null })}
        >
          {words.duplicateSame}
        </Choice>
        <Choice
          group="duplicate-key"
          isChosen={isOwn}
          hint={words.duplicateOwnHint}
          onChoose={() => onChange({ isOwn: true, passphrase: null })}
        >
          {words.duplicateOwn}
        </Choice>
      </fieldset>
      {isOwn && (
        <Suspense fallback={null}>
          <LazyNewPassphrase onChange={(passphrase) => onChange({ isOwn: true, passphrase })} />
        </Suspense>
      )}
    </>
  )
}
