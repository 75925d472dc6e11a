import { CODE_LENGTH, foldCode } from '@waybill/contract/identity/codes'
import { useEffect, useRef } from 'react'
import './code-field.css'

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
    boxes?.classList.remove('shaking')
    // Reading a measure lets the browser notice that the class was gone.
    void boxes?.offsetWidth
    boxes?.classList.add('shaking')
  }, [shakeTurn])
  const characters = [...foldCode(value)].slice(0, CODE_LENGTH)
  return (
    <div className="code-field">
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
      <div className="code-boxes mono" aria-hidden="true">
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
