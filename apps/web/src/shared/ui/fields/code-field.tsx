import { CODE_LENGTH, foldCode } from '@waybill/contract/identity/codes'
import { useEffect, useRef } from 'react'
import textStyles from '../styles/text.module.css'
import styles from './code-field.module.css'

interface CodeFieldProps {
  label: string
  value: string
  /** Each new number shakes the field once. */
  shakeTurn: number
  onType: (text: string) => void
}

/** One text field drawn as a box for each character: typed, pasted or filled in by the phone alike. */
export function CodeField({ label, value, shakeTurn, onType }: CodeFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus()
    if (shakeTurn === 0) return
    const boxes = input.current?.parentElement
    boxes?.removeAttribute('data-shaking')
    // Reading a layout value makes the browser notice that the attribute was gone.
    void boxes?.offsetWidth
    boxes?.setAttribute('data-shaking', '')
  }, [shakeTurn])
  const characters = [...foldCode(value)].slice(0, CODE_LENGTH)
  return (
    <div className={styles.codeField}>
      <input
        ref={input}
        type="text"
        inputMode="text"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        aria-label={label}
        value={value}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      <div className={`${styles.codeBoxes} ${textStyles.mono}`} aria-hidden="true">
        {Array.from({ length: CODE_LENGTH }, (_none, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
          <span key={index} data-next={index === characters.length || undefined}>
            {characters[index]}
          </span>
        ))}
      </div>
    </div>
  )
}
