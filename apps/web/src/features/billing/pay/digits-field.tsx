import { type ComponentProps, type RefObject, useLayoutEffect, useRef } from 'react'
import { FormField } from '../../../shared/ui/fields/form-field.tsx'
import { digitsBefore, placeAfterDigits } from './card-text.ts'

interface DigitsFieldProps extends Omit<ComponentProps<typeof FormField>, 'ref' | 'value'> {
  value: string
  input: RefObject<HTMLInputElement | null>
  /** Puts the digits of a typed text into groups. */
  format: (text: string) => string
}

/** A field for digits that are grouped as they are typed; the caret stays behind the digit that was typed last. */
export function DigitsField({ value, input, format, onType, ...field }: DigitsFieldProps) {
  const caret = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (caret.current === null) return
    const place = placeAfterDigits(value, caret.current)
    caret.current = null
    input.current?.setSelectionRange(place, place)
  })
  const type = (text: string) => {
    const place = input.current?.selectionStart ?? text.length
    if (place < text.length) caret.current = digitsBefore(text, place)
    onType(format(text))
  }
  return (
    <FormField
      {...field}
      ref={input}
      value={value}
      inputMode="numeric"
      // A browser must not offer a real card here.
      autoComplete="off"
      spellCheck={false}
      onType={type}
    />
  )
}
