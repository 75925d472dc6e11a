import { judgePassphrase, MIN_PASSPHRASE_CHARS } from '@waybill/sealing/passphrase'
import { useId, useState } from 'react'
import { PasswordField } from '../ui/fields/password-field.tsx'
import { Icon } from '../ui/marks/icons.tsx'
import layoutStyles from '../ui/styles/layout.module.css'
import partsStyles from '../ui/styles/parts.module.css'
import textStyles from '../ui/styles/text.module.css'
import { useWords } from '../words/language.tsx'
import { sealingTrouble } from './load-sealing.ts'
import sealingStyles from './sealing.module.css'
import { sealingWords } from './words/sealing-words.ts'

interface NewPassphraseProps {
  /** The passphrase once it is long enough, typed twice and confirmed; null before. */
  onChange: (passphrase: string | null) => void
}

/** A passphrase for a new request, with everything to know before its first use. */
export function NewPassphrase({ onChange }: NewPassphraseProps) {
  const words = useWords(sealingWords)
  const [first, setFirst] = useState('')
  const [second, setSecond] = useState('')
  const [isUnderstood, setUnderstood] = useState(false)
  const [wasLeft, setLeft] = useState(false)
  const tell = (typed: string, again: string, understood: boolean) =>
    onChange(understood && typed === again && judgePassphrase(typed) !== 'short' ? typed : null)
  if (sealingTrouble()) return <p className={sealingStyles.sealingWarning}>{words.insecure}</p>
  const differs = second !== '' && first !== second && (wasLeft || second.length >= first.length)
  return (
    <div className={sealingStyles.sealingNew}>
      <WhatIsLost />
      <PasswordField
        label={words.passphrase}
        purpose="new"
        value={first}
        onType={(typed) => {
          setFirst(typed)
          tell(typed, second, isUnderstood)
        }}
      />
      <Strength typed={first} />
      <PasswordField
        label={words.again}
        purpose="new"
        value={second}
        error={differs ? words.differs : ''}
        onBlur={() => setLeft(true)}
        onType={(typed) => {
          setSecond(typed)
          tell(first, typed, isUnderstood)
        }}
      />
      <label className={`${partsStyles.tick} ${sealingStyles.sealingTick}`}>
        <input
          type="checkbox"
          checked={isUnderstood}
          onChange={({ currentTarget: { checked } }) => {
            setUnderstood(checked)
            tell(first, second, checked)
          }}
        />
        <span>{words.understood}</span>
      </label>
    </div>
  )
}

function WhatIsLost() {
  const words = useWords(sealingWords)
  const id = useId()
  return (
    <section className={sealingStyles.sealingLost} aria-labelledby={id}>
      <h3 id={id}>{words.lostTitle}</h3>
      <ul>
        {words.lost.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p className={sealingStyles.sealingWarning}>
        <Icon name="warning" size={18} />
        <span>{words.lostFor}</span>
      </p>
    </section>
  )
}

const steps = ['short', 'fair', 'good', 'strong'] as const

/** By length alone, as a word and a bar; screen readers read it once typing pauses. */
function Strength({ typed }: { typed: string }) {
  const words = useWords(sealingWords)
  const strength = judgePassphrase(typed)
  if (typed === '')
    return (
      <p className={`${textStyles.soft} ${layoutStyles.row} ${sealingStyles.sealingStrength}`}>
        {words.passphraseHint(MIN_PASSPHRASE_CHARS)}
      </p>
    )
  return (
    <p
      className={`${textStyles.soft} ${layoutStyles.row} ${sealingStyles.sealingStrength}`}
      aria-live="polite"
      data-strength={strength}
    >
      <span className={sealingStyles.sealingBar} aria-hidden="true">
        {steps.slice(1).map((step) => (
          <i key={step} data-on={steps.indexOf(strength) >= steps.indexOf(step) ? '' : undefined} />
        ))}
      </span>
      {words.strengthLabel}: {words.strength[strength]}
      {strength === 'short' && ` · ${words.passphraseHint(MIN_PASSPHRASE_CHARS)}`}
    </p>
  )
}
